// What a conversation does with scripts: posts appear as they come, and forms are sent without a reload.
(() => {
    "use strict";
    const log = document.getElementById("log");
    const busy = document.getElementById("busy");
    if (!log || !window.EventSource) return;

    const nearEnd = () => window.innerHeight + window.scrollY > document.body.scrollHeight - 200;

    // Put an article where its time has it. What stands there already is left alone, with what is being typed in it.
    const put = (html) => {
        const made = document.createElement("template");
        made.innerHTML = html;
        const fresh = made.content.firstElementChild;
        const old = document.getElementById(fresh.id);
        if (old && old.dataset.mark === fresh.dataset.mark) return;
        const follows = nearEnd();
        if (old) {
            const inside = old.contains(document.activeElement);
            old.replaceWith(fresh);
            if (inside) log.focus({ preventScroll: true });
        } else {
            const later = [...log.children].find((one) => Number(one.dataset.at) > Number(fresh.dataset.at));
            log.insertBefore(fresh, later || null);
        }
        carry(fresh);
        if (follows) busy.scrollIntoView({ block: "end" });
    };

    // A form that moves on to a newer post keeps what its reader has begun to fill in.
    const kept = new Map();
    const named = (field) => `${field.form.getAttribute("aria-label")} ${field.name} ${field.type === "checkbox" ? field.value : ""}`;
    log.addEventListener("input", (event) => {
        const field = event.target;
        if (field.form) kept.set(named(field), field.type === "checkbox" ? field.checked : field.value);
    });
    const carry = (article) => {
        for (const field of article.querySelectorAll(".ask input:not([type=hidden]), .ask select, .ask textarea")) {
            if (!kept.has(named(field))) continue;
            if (field.type === "checkbox") field.checked = kept.get(named(field));
            else field.value = kept.get(named(field));
        }
        article.querySelectorAll(".ask").forEach(sum);
    };

    // The running sum of what is picked, beside its limit.
    const sum = (form) => {
        for (const shown of form.querySelectorAll("output[data-limit]")) {
            const weights = shown.dataset.weights.split(" ").map(Number);
            const picked = [...shown.previousElementSibling.querySelectorAll("input")];
            const total = picked.reduce((all, one, n) => all + (one.checked ? weights[n] : 0), 0);
            const over = total - Number(shown.dataset.limit);
            shown.textContent = `${total} of ${shown.dataset.limit}${over > 0 ? `: too much by ${over}` : ""}`;
            shown.classList.toggle("over", over > 0);
        }
    };
    log.addEventListener("change", (event) => { if (event.target.form) sum(event.target.form); });
    log.querySelectorAll(".ask").forEach(sum);

    // A browser reconnects by itself after a cut, but gives up at any answer that is no stream, such as a proxy's 502
    // while the service starts again. Then the next try is ours.
    let pause = 1000;
    const listen = () => {
        const source = new EventSource(log.dataset.events);
        source.addEventListener("open", () => { pause = 1000; });
        source.addEventListener("post", (event) => put(event.data));
        source.addEventListener("gone", (event) => document.getElementById(event.data)?.remove());
        source.addEventListener("busy", (event) => { busy.textContent = event.data; });
        source.addEventListener("error", () => {
            if (source.readyState !== EventSource.CLOSED) return;
            setTimeout(listen, pause * (1 + Math.random()));
            pause = Math.min(2 * pause, 15000);
        });
    };
    listen();

    // Each sending has a number of its own, so that one that is repeated counts once.
    const renumber = () => {
        const drawn = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
        for (const field of document.querySelectorAll("input[name=once]")) field.value = drawn;
    };

    document.addEventListener("submit", async (event) => {
        const form = event.target, pressed = event.submitter;
        event.preventDefault();
        const data = new URLSearchParams(new FormData(form, pressed));
        if (pressed) pressed.disabled = true;
        let sent = false;
        try {
            const answer = await fetch(form.action, { method: "POST", body: data, headers: { "X-Parley": "script" } });
            sent = answer.ok;
        } catch {
            sent = false;
        }
        if (pressed) pressed.disabled = false;
        if (!sent) {
            busy.textContent = "That was not sent. Check your connection and try again; reload the page if it stays so.";
            return;
        }
        renumber();
        if (form.id === "say") form.reset();
        else for (const field of form.elements) if (field.form && field.name) kept.delete(named(field));
    });

    const text = document.getElementById("text");
    text?.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            text.form.requestSubmit(text.form.querySelector("button"));
        }
    });
    busy.scrollIntoView({ block: "end" });
})();
