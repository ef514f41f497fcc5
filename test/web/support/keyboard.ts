import type { Locator, Page } from "playwright-core";

const stopsAtMost = 400;

// Look of the focused element, including its surroundings, which draw the focus of some fields. Content that is drawn meanwhile may push
// the element out of the window for a moment; the page brings it back.
const noteLook = `(async () => {
  const looked = ["", "::before", "::after"];
  const lookOf = (one) => [one, one.parentElement, one.closest("label, li, tr")].filter(Boolean).flatMap((drawn) =>
    looked.map((part) => { const { outline, boxShadow, border, background, color, textDecoration } = getComputedStyle(drawn, part);
      return [outline, boxShadow, border, background, color, textDecoration].join(); })).join("|");
  const last = window.lastFocus;
  const now = document.activeElement;
  const faults = [];
  // What only a script can give the focus to, such as a heading, is no place to use; a moment shows which of its parts has it.
  if (last && last.one.type !== "datetime-local" && last.one.tabIndex >= 0 && last.one.isConnected && last.one !== now && lookOf(last.one) === last.look)
    faults.push("the focus is not to be seen: " + last.one.outerHTML.slice(0, 200));
  const isOutside = () => {
    const { top, bottom, left, right } = now.getBoundingClientRect();
    return now !== document.body && (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth);
  };
  for (let looks = 0; looks < 40 && isOutside(); looks += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  if (isOutside())
    faults.push("the focus is outside of the window: " + now.outerHTML.slice(0, 200));
  window.lastFocus = { one: now, look: lookOf(now) };
  return faults;
})()`;

/** Reports whether a wanted element has the focus. */
export async function hasFocus(wanted: Locator): Promise<boolean> {
  const focused = wanted.page().locator(":focus");
  return (await focused.and(wanted).count()) > 0;
}

/** Presses Tab until an element has the focus, as a user without a mouse does. Each stop on the way must show its focus. */
export async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < stopsAtMost; stops += 1) {
    if (await hasFocus(wanted)) return;
    await page.keyboard.press(key);
    const faults = await page.evaluate<readonly string[]>(noteLook);
    if (faults.length > 0) throw new Error(faults.join("\n"));
    passed.push(
      await page.evaluate<string>(
        "document.activeElement.textContent.slice(0, 40) || document.activeElement.id || document.activeElement.tagName",
      ),
    );
  }
  throw new Error(`the focus never came to ${String(wanted)}, but to ${passed.join(" › ")}`);
}

/** Moves to an element by Tab and presses Enter. */
export async function enter(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

/** Moves to a field by Tab and types. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await field.waitFor();
  await tabTo(page, field);
  await page.keyboard.type(text);
}
