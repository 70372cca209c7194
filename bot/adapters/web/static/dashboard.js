// What the dashboard does with scripts: parts of the page are replaced as they change. Buttons stay plain forms.
(() => {
    "use strict";
    const parts = document.getElementById("parts");
    if (!parts || !window.EventSource) return;

    // A part that is being used is left alone until it is left: nothing moves under somebody's hands.
    const waiting = new Map();
    const used = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");

    const put = (html) => {
        const made = document.createElement("template");
        made.innerHTML = html;
        const fresh = made.content.firstElementChild;
        const old = document.getElementById(fresh.id);
        if (!old || old.dataset.mark === fresh.dataset.mark) return;
        if (used(old)) {
            waiting.set(fresh.id, html);
            return;
        }
        const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
        const scrolled = [...old.querySelectorAll(".wide")].map((one) => one.scrollLeft);
        old.replaceWith(fresh);
        [...fresh.querySelectorAll(".wide")].forEach((one, n) => { one.scrollLeft = scrolled[n] || 0; });
        if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    };

    parts.addEventListener("focusout", () => setTimeout(() => {
        for (const [id, html] of waiting) {
            waiting.delete(id);
            put(html);
        }
    }));

    const source = new EventSource(parts.dataset.events);
    source.addEventListener("post", (event) => put(event.data));
})();
