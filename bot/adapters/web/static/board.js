// The board with scripts: it changes as games end, and counts the seconds.
(() => {
    "use strict";
    const board = document.getElementById("board");
    let since = performance.now();

    const tick = () => {
        const shown = board.querySelector("[data-left]");
        if (!shown) return;
        const left = Math.max(0, Number(shown.dataset.left) - (performance.now() - since));
        const seconds = Math.ceil(left / 1000);
        shown.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
    };
    setInterval(tick, 500);
    tick();

    if (!window.EventSource) return;
    const source = new EventSource(board.dataset.events);
    source.addEventListener("post", (event) => {
        const open = board.querySelector("details")?.open;
        board.innerHTML = event.data;
        const details = board.querySelector("details");
        if (details && open) details.open = true;
        since = performance.now();
        tick();
    });
})();
