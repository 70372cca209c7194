// What a conversation does with scripts: posts appear as they come, forms are sent without a reload, and nothing that
// somebody has begun to write is lost.
(() => {
    "use strict";
    const log = document.getElementById("log");
    const busy = document.getElementById("busy");
    const line = document.getElementById("line");
    if (!log || !window.EventSource) return;

    // --- posts as they come ------------------------------------------------------------------------------------------

    const ASKS = ".asks";
    const nearEnd = () => window.innerHeight + window.scrollY > document.body.scrollHeight - 200;
    const said = (article) => [...article.children].filter((one) => !one.matches(ASKS)).map((one) => one.outerHTML).join();

    // Put an article where its time has it. What stands there already is left alone, with what is being typed in it, and
    // one that only gets or loses buttons keeps its words, so that a screen reader does not read them out again.
    const put = (html) => {
        const made = document.createElement("template");
        made.innerHTML = html;
        const fresh = made.content.firstElementChild;
        const old = document.getElementById(fresh.id);
        if (old && old.dataset.mark === fresh.dataset.mark) return;
        const follows = nearEnd();
        if (old) leave(old);
        if (old && said(old) === said(fresh)) {
            old.querySelector(ASKS)?.remove();
            old.append(...fresh.querySelectorAll(ASKS));
            old.dataset.mark = fresh.dataset.mark;
            fill(old);
            return;
        }
        if (old) old.replaceWith(fresh);
        else log.insertBefore(fresh, [...log.children].find((one) => Number(one.dataset.at) > Number(fresh.dataset.at)) || null);
        fill(fresh);
        arrive(fresh);
        if (follows) show(fresh);
    };

    // Scroll to the end; to the beginning of a post that is taller than the screen.
    const show = (article) => {
        const tall = article.offsetHeight > window.innerHeight * 0.7;
        (tall ? article : busy).scrollIntoView({ block: tall ? "start" : "end" });
    };

    // --- focus: who worked in a form that goes away goes on in its successor -----------------------------------------

    let adrift = null;
    const leave = (article) => {
        const at = document.activeElement;
        if (!article.contains(at) || at === article) return;
        adrift = at.name && at.form && at.type !== "submit" ? named(at) : "";
        log.focus({ preventScroll: true });
    };
    const arrive = (article) => {
        if (adrift === null || document.activeElement !== log) return void (adrift = null);
        const asks = article.querySelector(ASKS);
        if (!asks) return;
        const same = adrift && fields(article).find((field) => named(field) === adrift);
        article.tabIndex = -1;
        (same || article).focus({ preventScroll: true });
        adrift = null;
    };

    // --- a link to hand on ---------------------------------------------------------------------------------------------

    log.addEventListener("click", async (event) => {
        const button = event.target.closest(".copy");
        if (!button) return;
        const link = button.parentElement.querySelector("input");
        link.select();
        try { await navigator.clipboard.writeText(link.value); } catch { document.execCommand("copy"); }
        button.textContent = "Copied";
    });

    // --- drafts: what is begun stays, in this tab only, through new posts, reloads and a lost network ------------------

    const place = `draft ${log.dataset.events}`;
    const read = () => { try { return JSON.parse(sessionStorage.getItem(place)) || {}; } catch { return {}; } };
    const drafts = read();
    const write = () => { try { sessionStorage.setItem(place, JSON.stringify(drafts)); } catch { /* no room, or not allowed */ } };
    const boxed = (field) => field.type === "checkbox";
    const named = (field) => `${field.form.getAttribute("aria-label") || ""} ${field.name} ${boxed(field) ? field.value : ""}`;
    const fields = (inside) => [...inside.querySelectorAll(".ask input:not([type=hidden]), .ask select, .ask textarea")];
    const recall = (field) => {
        const kept = drafts[named(field)];
        if (kept === undefined) return;
        if (boxed(field)) field.checked = kept;
        else field.value = kept;
    };
    const forget = (form) => {
        for (const field of form.elements) if (field.name) delete drafts[named(field)];
        write();
    };
    const fill = (article) => {
        fields(article).forEach(recall);
        article.querySelectorAll(".ask").forEach(sum);
    };
    document.addEventListener("input", (event) => {
        const field = event.target;
        if (!field.form || !field.name) return;
        drafts[named(field)] = boxed(field) ? field.checked : field.value;
        write();
    });

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

    // --- the line to Parley --------------------------------------------------------------------------------------------

    const AWAY = "No connection. What you type stays here, and this page catches up by itself.";
    // Many browsers lose a service at once; they come back at different times, and less often while it stays away.
    const SOON = 1000, LATE = 15000;
    let source = null, later = 0, pause = SOON;
    const connect = () => {
        clearTimeout(later);
        source?.close();
        source = new EventSource(log.dataset.events);
        source.addEventListener("open", () => { pause = SOON; if (navigator.onLine) tell(""); });
        source.addEventListener("post", (event) => put(event.data));
        source.addEventListener("gone", (event) => document.getElementById(event.data)?.remove());
        source.addEventListener("busy", (event) => { busy.textContent = event.data; });
        source.addEventListener("error", () => {
            tell(AWAY);
            // After an answer that is no stream, such as a proxy's 502, browsers do not try again.
            if (source.readyState !== EventSource.CLOSED) return;
            later = setTimeout(connect, pause * (1 + Math.random()));
            pause = Math.min(2 * pause, LATE);
        });
    };
    const tell = (words) => { if (line.textContent !== words) line.textContent = words; };
    window.addEventListener("offline", () => tell(AWAY));
    window.addEventListener("online", connect);
    window.addEventListener("pagehide", () => source?.close());
    window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });

    // --- sending ---------------------------------------------------------------------------------------------------------

    const UNSENT = "Not sent: there is no connection. It stays here; send it again.";
    // Each sending has a number of its own, so that one that is repeated counts once.
    const renumber = (form) => {
        const drawn = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
        for (const field of form.querySelectorAll("input[name=once]")) field.value = drawn;
    };
    // Return why a form was not taken, "" if it was. A refusal is a page, which says why in its first sentence.
    const send = async (form, pressed) => {
        const body = new URLSearchParams(new FormData(form, pressed));
        try {
            const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Parley": "script" } });
            if (answer.ok) return "";
            const page = new DOMParser().parseFromString(await answer.text(), "text/html");
            return page.querySelector("main p")?.textContent || UNSENT;
        } catch {
            return UNSENT;
        }
    };
    const sending = new Set();
    document.addEventListener("submit", async (event) => {
        const form = event.target, pressed = event.submitter;
        event.preventDefault();
        if (sending.has(form)) return;
        sending.add(form);
        form.setAttribute("aria-busy", "true");
        const before = new FormData(form).get("text");
        const wrong = await send(form, pressed);
        tell(wrong);
        if (!wrong) {
            renumber(form);
            const text = form.elements.text;
            if (form.id !== "say") forget(form);
            else if (text.value === before) { form.reset(); forget(form); }
        }
        form.removeAttribute("aria-busy");
        sending.delete(form);
    });

    const text = document.getElementById("text");
    text.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            text.form.requestSubmit(text.form.querySelector("button"));
        }
    });

    recall(text);
    log.querySelectorAll(".post").forEach(fill);
    if (log.childElementCount > 1) show(log.lastElementChild);
    connect();
})();
