// Draws the timeline of a workgroup, and says what the reader points at.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const KINDS = ["load", "store", "barrier", "subgroup barrier", "subgroup operation", "", "", "atomic", "fence", "subgroup operation"];
  const [ROW, INTERVAL, SLOT, KIND, NAME, ADDRESS, FILE, LINE, SHARED] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const BARRIER = 2, LEFT = 62, TOP = 18, GAP = 22;
  const height = data.rows.length > 32 ? 11 : 15;
  const said = document.getElementById("said"), box = document.getElementById("timeline");

  // Every interval is as wide as its busiest invocation needs.
  const widths = [];
  for (const m of data.marks) {
    const slots = m[KIND] === BARRIER ? m[SLOT] : m[SLOT] + 1;
    widths[m[INTERVAL]] = Math.max(widths[m[INTERVAL]] || 0, slots);
  }
  const slots = widths.reduce((sum, w) => sum + (w || 0), 0);
  const STEP = Math.min(26, Math.max(13, (box.clientWidth - LEFT - 60 - GAP * widths.length) / slots));
  const starts = [LEFT];
  widths.forEach((w, i) => starts.push(starts[i] + (w || 0) * STEP + GAP));
  // A gap between workgroups and, smaller, between subgroups.
  const tops = [];
  let y = TOP;
  data.rows.forEach(([group, invocation], i) => {
    const before = data.rows[i - 1];
    if (before && before[0] !== group) y += 18;
    else if (before && Math.floor(before[1] / data.subgroup) !== Math.floor(invocation / data.subgroup)) y += 4;
    tops.push(y);
    y += height;
  });
  const at = (m) => [m[KIND] === BARRIER ? starts[m[INTERVAL] + 1] - GAP / 2 : starts[m[INTERVAL]] + (m[SLOT] + 0.5) * STEP, tops[m[ROW]] + height / 2];

  const parts = [];
  data.rows.forEach(([group, invocation], i) => {
    if (i % 2 === 0) parts.push(`<rect class=band x=${LEFT} y=${tops[i]} width=${starts[starts.length - 1] - LEFT} height=${height} />`);
    const first = i === 0 || data.rows[i - 1][0] !== group;
    if (first) parts.push(`<text x=4 y=${tops[i] - 5}>workgroup ${group}</text>`);
    if (first || height > 11 || invocation % 4 === 0) parts.push(`<text x=${LEFT - 6} y=${tops[i] + height - 3} text-anchor=end>${invocation}</text>`);
  });
  data.marks.forEach((m, i) => {
    const [x, y] = at(m), r = height * 0.3;
    const medium = m[NAME] < 0 ? "subgroup" : m[SHARED] ? "shared" : "memory";
    if (m[KIND] === BARRIER) parts.push(`<rect data-m=${i} class="m bar" x=${x - 2.5} y=${tops[m[ROW]]} width=5 height=${height} />`);
    else if (KINDS[m[KIND]] === "load") parts.push(`<circle data-m=${i} class="m load ${medium}" cx=${x} cy=${y} r=${r} pointer-events=all />`);
    else if (KINDS[m[KIND]] === "store") parts.push(`<circle data-m=${i} class="m ${medium}" cx=${x} cy=${y} r=${r} />`);
    else parts.push(`<path data-m=${i} class="m ${medium}" d="M${x} ${y - r * 1.3}l${r * 1.3} ${r * 1.3}l${-r * 1.3} ${r * 1.3}l${-r * 1.3} ${-r * 1.3}z" />`);
  });
  const width = starts[starts.length - 1] + 10;
  box.innerHTML = `<svg width=${width} height=${y + 6} viewBox="0 0 ${width} ${y + 6}"><g id=all>${parts.join("")}</g><g id=over></g></svg>`;
  document.getElementById("keys").innerHTML =
    "<i style='background:var(--shared)'></i>shared memory<i style='background:var(--accessor)'></i>buffers<i style='background:var(--subgroup)'></i>subgroup" +
    "<i style='background:var(--accent);width:5px'></i>barrier<i style='border:1.5px solid var(--soft);border-radius:50%'></i>load" +
    "<i style='background:var(--soft);border-radius:50%'></i>store<i style='background:var(--soft);transform:rotate(45deg) scale(0.8)'></i>atomic or subgroup operation";

  const svg = box.firstChild, over = svg.querySelector("#over"), nodes = svg.querySelectorAll("[data-m]");
  const rowsOf = (m) => document.querySelectorAll(`[data-file="${m[FILE]}"] [data-line="${m[LINE]}"]`);
  function describe(m) {
    const [group, invocation] = data.rows[m[ROW]];
    const lane = `subgroup ${Math.floor(invocation / data.subgroup)}, lane ${invocation % data.subgroup}`;
    const what = m[NAME] >= 0 ? ` of ${data.names[m[NAME]]}${m[ADDRESS] >= 0 ? `[${m[ADDRESS]}]` : ""}` : "";
    const code = rowsOf(m)[0];
    return `${KINDS[m[KIND]]}${what} by invocation ${invocation} of workgroup ${group} (${lane}), line ${m[LINE]}${code ? ": " + code.lastChild.textContent.trim() : ""}`;
  }
  // What a set of marks has in common stands out, and their lines.
  function show(chosen, text) {
    document.querySelectorAll("tr.on").forEach((row) => row.classList.remove("on"));
    svg.classList.toggle("quiet", chosen.size > 0);
    nodes.forEach((node) => node.classList.toggle("hot", chosen.has(Number(node.dataset.m))));
    if (chosen.size > 0 && chosen.size < 3) chosen.forEach((i) => rowsOf(data.marks[i]).forEach((row) => row.classList.add("on")));
    said.textContent = text || "\u00a0";
  }
  function choose(number) {
    const marks = data.findings[number].filter((i) => i >= 0);
    over.innerHTML = marks.map((i) => { const [x, y] = at(data.marks[i]); return `<circle class=side cx=${x} cy=${y} r=${height * 0.62} />`; }).join("");
    if (marks.length === 2) {
      const [[x, y], [u, v]] = marks.map((i) => at(data.marks[i]));
      over.innerHTML += `<path class=link d="M${x} ${y}Q${Math.max(x, u) + 40} ${(y + v) / 2} ${u} ${v}" />`;
    }
    if (marks.length > 0) box.scrollLeft = Math.max(0, at(data.marks[marks[0]])[0] - box.clientWidth / 2);
    said.textContent = marks.length > 0 ? marks.map((i) => describe(data.marks[i])).join("\n") : "This run does not show it: see the options of the finding.";
    document.querySelectorAll(".finding").forEach((node) => node.classList.toggle("on", Number(node.dataset.finding) === number));
  }
  data.findings.forEach((sides) => sides.forEach((i) => i >= 0 && rowsOf(data.marks[i]).forEach((row) => row.classList.add("bad"))));
  svg.addEventListener("mouseover", (event) => {
    if (event.target.dataset.m === undefined) return;
    const m = data.marks[event.target.dataset.m];
    const same = m[NAME] < 0 ? [Number(event.target.dataset.m)]
      : data.marks.flatMap((o, i) => (o[NAME] === m[NAME] && o[ADDRESS] === m[ADDRESS] ? [i] : []));
    show(new Set(same), describe(m));
    rowsOf(m).forEach((row) => row.classList.add("on"));
  });
  svg.addEventListener("mouseleave", () => show(new Set()));
  document.querySelectorAll(".source").forEach((table) => {
    table.addEventListener("mouseover", (event) => {
      const row = event.target.closest("tr");
      if (!row) return;
      const marks = data.marks.flatMap((m, i) => (m[FILE] === Number(table.dataset.file) && m[LINE] === Number(row.dataset.line) ? [i] : []));
      show(new Set(marks), marks.length > 0 ? `line ${row.dataset.line}: ${marks.length} events` : "");
    });
    table.addEventListener("mouseleave", () => show(new Set()));
  });
  document.querySelectorAll(".finding").forEach((node) => node.addEventListener("click", () => choose(Number(node.dataset.finding))));
  if (data.findings.length > 0) choose(0);
})();
