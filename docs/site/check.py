#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A browser visits every page of the site: check.py SITE SCREENSHOTS.

No link within the site is broken, the browser complains of nothing, no page is wider than a phone, every page can be
reached from the first one, and the search finds. Screenshots of some pages are for people. A page with faults of all
kinds is visited as well, to see that they are found.
"""
import html.parser
import http.server
import os
import pathlib
import sys
import threading
import urllib.parse

from browser import Browser

PHONE, DESK = 390, 1280
SHOWN = ("index", "docs/fftw", "docs/python", "docs/vkfft-cufft", "docs/check-your-shader", "docs/embedding", "README",
         "include/fftcore/fftcore.h", "examples/missing_barrier", "python/fftcore.fft", "gallery")
PLANTED = """<html><body id=a><img src="none.png"><div style="width: 500px">wide</div>
<a href="none.html">x</a><a href="#none">x</a><script>undefined_function()</script></body></html>"""
SEARCHES = {"fftc_plan_create": "include/fftcore/fftcore.h.html", "rfftn": "python/fftcore.fft.html",
            "missing barrier": "docs/check-your-shader.html"}
# Elements that stick out of the window, unless one around them scrolls.
WIDE = f"""(() => {{
  const width = document.documentElement.scrollWidth;
  if (width <= {PHONE}) return [];
  const wide = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > {PHONE} + 1);
  return [width + " pixels wide", ...wide.slice(0, 3).map(e => e.tagName + "." + e.className)];
}})()"""


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes.get("id"), attributes.get("name")}
        for key in ("href", "src"):
            if attributes.get(key) and tag != "base":
                self.links.add(attributes[key])


def targets(name, page):
    """(link, file, anchor) of the links within the site."""
    for link in sorted(page.links):
        parts = urllib.parse.urlsplit(link)
        if not parts.scheme and not parts.netloc:
            path = urllib.parse.unquote(parts.path)
            file = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            yield link, file, urllib.parse.unquote(parts.fragment)


def broken_links(site, pages, name):
    for link, file, anchor in targets(name, pages[name]):
        if not (site / file).is_file():
            yield f"{name}: {link} leads nowhere"
        elif anchor and file in pages and anchor not in pages[file].anchors:
            yield f"{name}: {link}: that page has no such place"


def unreached(pages):
    reached, left = set(), ["index.html"]
    while left:
        name = left.pop()
        if name not in reached and name in pages:
            reached.add(name)
            left += [file for _, file, _ in targets(name, pages[name])]
    return [f"{name}: no link leads to it" for name in sorted(pages.keys() - reached)]


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path == "/planted.html":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PLANTED.encode())
        elif self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()


def visit(browser, address, name):
    faults = browser.visit(f"{address}/{name}")
    return [f"{name}: {fault}" for fault in faults + browser.evaluate(WIDE)]


def searches(browser, address):
    for words, wanted in SEARCHES.items():
        browser.visit(f"{address}/search.html?q={urllib.parse.quote(words)}")
        found = browser.evaluate("""new Promise(done => { let tries = 0; const look = () => {
            const links = [...document.querySelectorAll("#search-results li a")].map(a => a.getAttribute("href"));
            if (links.length > 3 || ++tries > 100) done(links); else setTimeout(look, 100); }; look(); })""")
        if not any(wanted in link for link in found):
            yield f"search for {words}: {wanted} is not among {found[:5]}"


def screenshots(browser, address, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for width in (PHONE, DESK):
        browser.width(width)
        for name in SHOWN:
            browser.visit(f"{address}/{name}.html")
            browser.screenshot(folder / f"{name.replace('/', '-')}-{width}.png")


def main():
    site, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pages = {str(path.relative_to(site)): Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    faults = [fault for name in pages for fault in broken_links(site, pages, name)] + unreached(pages)
    if len([*broken_links(site, {"planted.html": Page(PLANTED)}, "planted.html")]) != 3:
        faults.append("check.py: broken links are not noticed")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Handler(*a, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    browser = Browser()
    browser.width(PHONE)
    planted = "\n".join(visit(browser, address, "planted.html"))
    if not all(words in planted for words in ("exception", "404", "pixels wide")):
        faults.append(f"check.py: the browser notices only {planted}")
    for name in pages:
        faults += visit(browser, address, name)
    faults += searches(browser, address)
    screenshots(browser, address, folder)
    browser.close()
    server.shutdown()
    print("\n".join(faults) or f"{len(pages)} pages hold; screenshots: {folder}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
