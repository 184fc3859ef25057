// Follow one invocation through the butterfly diagram: point at a chip or at a line; click to keep.
(function () {
  const diagram = document.getElementById("butterfly");
  const chips = document.querySelectorAll(".chip");
  let kept = null;
  function show(t) {
    if (t === null) diagram.removeAttribute("data-t");
    else diagram.setAttribute("data-t", t);
    chips.forEach((chip) => chip.classList.toggle("on", chip.dataset.t === t));
  }
  function owner(node) {
    const found = node.getAttribute && /\bt(\d+)\b/.exec(node.getAttribute("class") || "");
    return found ? found[1] : null;
  }
  chips.forEach((chip) => {
    chip.addEventListener("mouseenter", () => show(chip.dataset.t));
    chip.addEventListener("mouseleave", () => show(kept));
    chip.addEventListener("click", () => {
      kept = kept === chip.dataset.t ? null : chip.dataset.t;
      show(kept);
    });
  });
  diagram.addEventListener("mouseover", (event) => show(owner(event.target) || kept));
  diagram.addEventListener("mouseleave", () => show(kept));
})();
