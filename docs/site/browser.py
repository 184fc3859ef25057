# SPDX-License-Identifier: MIT
"""A headless Chromium, steered through its debugging pipe: JSON messages that end with a zero byte."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")


class Browser:
    def __init__(self):
        program = next((found for found in map(shutil.which, NAMES) if found), None)
        if program is None:
            raise FileNotFoundError("there is no Chromium (Debian: scripts/setup.sh --docs)")
        self.folder = tempfile.TemporaryDirectory()
        from_here, self.write_end = os.pipe()
        self.read_end, to_here = os.pipe()
        # The browser reads messages from descriptor 3 and writes to 4.
        command = f'exec "$0" "$@" 3<&{from_here} 4>&{to_here}'
        flags = ["--headless=new", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--remote-debugging-pipe",
                 f"--user-data-dir={self.folder.name}"] + (["--no-sandbox"] if os.getuid() == 0 else [])
        self.process = subprocess.Popen(["sh", "-c", command, program, *flags, "about:blank"],
                                        pass_fds=(from_here, to_here), stderr=subprocess.DEVNULL)
        os.close(from_here)
        os.close(to_here)
        self.left, self.number, self.events, self.session = b"", 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.left:
            piece = os.read(self.read_end, 1 << 16)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self.left += piece
        message, self.left = self.left.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def width(self, pixels):
        self.call("Emulation.setDeviceMetricsOverride", width=pixels, height=844, deviceScaleFactor=1,
                  mobile=pixels < 600)

    def visit(self, url):
        """Loads a page; what the browser complained of."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        self.evaluate("new Promise(done => setTimeout(done, 50))")  # scripts that begin when the page is there
        return [fault for event in self.events for fault in complaints(event)]

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer["result"].get("value")

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.call("Browser.close")
        self.process.wait(20)
        self.folder.cleanup()


def complaints(event):
    method, given = event.get("method"), event.get("params", {})
    if method == "Runtime.exceptionThrown":
        yield f"exception: {given['exceptionDetails'].get('exception', {}).get('description', '')}"
    elif method == "Log.entryAdded" and given["entry"]["level"] == "error":
        yield f"{given['entry']['text']} {given['entry'].get('url', '')}"
    elif method == "Runtime.consoleAPICalled" and given["type"] in ("error", "assert"):
        yield f"console: {given['args'][0].get('value', '')}"
    elif method == "Network.loadingFailed" and not given.get("canceled"):
        yield f"did not load: {given['errorText']}"
