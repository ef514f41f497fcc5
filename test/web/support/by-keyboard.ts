import type { Locator } from "playwright-core";
import { expect, vi } from "vitest";

import { pageWaitMs } from "../../support/chromium.ts";
import { hasFocus, tabTo } from "./keyboard.ts";

type Used = Pick<Locator, "click" | "fill" | "check" | "uncheck" | "selectOption">;

/** Properties of an element that are read on the page. */
interface Drawn {
  readonly localName: string;
  readonly type?: string;
  getAttribute(name: string): string | null;
}

interface DrawnList {
  readonly options: Iterable<{ readonly value: string; readonly label: string }>;
}

/** Roles of elements that the arrow keys move through after the focus has reached one. */
const goneThroughByArrows: ReadonlySet<string> = new Set(["menuitem", "option", "radio"]);
const arrowsAtMost = 60;
// Also the beginning of a test needs it, where `expect.poll()` cannot wait.
const usedWithin = { timeout: pageWaitMs, interval: 50 };
// Letters that follow each other within a second count as one word.
const lettersForgotten = { timeout: pageWaitMs, interval: 1_500 };

/**
 * Actions of journeys, done with the keyboard alone: Tab to the place, arrow keys in menus and groups, and the key that the element takes.
 * An element that Tab does not reach, or an invisible focus, fails the journey.
 */
export const byKeyboard: Used & ThisType<Locator> = {
  async click() {
    const kind = await goTo(this);
    if (kind === "radio") await choose(this);
    else await this.page().keyboard.press(kind === "checkbox" ? "Space" : "Enter");
  },
  async fill(text) {
    const kind = await goTo(this);
    const { keyboard } = this.page();
    if (kind === "datetime-local") {
      // One empty part empties the whole field.
      if (text === "") await keyboard.press("Delete");
      for (const part of text === "" ? [] : dateParts(text)) {
        await keyboard.type(part.digits);
        if (part.goesOn) await keyboard.press("Tab");
      }
      expect(await this.inputValue()).toBe(text);
      return;
    }
    await keyboard.press("ControlOrMeta+a");
    if (text === "") await keyboard.press("Delete");
    // The first letter is a key press, so that a page that takes it as a shortcut fails; the rest is inserted at once, as by pasting.
    else await keyboard.type(text.slice(0, 1));
    await keyboard.insertText(text.slice(1));
    expect(await this.inputValue()).toBe(text);
  },
  async check() {
    await setChecked(this, true);
  },
  async uncheck() {
    await setChecked(this, false);
  },
  async selectOption(wanted) {
    await goTo(this);
    const words = typeof wanted === "string" ? wanted : (wanted as { readonly label: string }).label;
    // A list may get its options only after they were read.
    const option = await vi.waitFor(async () => {
      const options = await this.evaluate((list: DrawnList) =>
        [...list.options].map(({ value, label }) => ({ value, label })),
      );
      const found = options.find(({ value, label }) => value === words || label === words);
      if (found === undefined) throw new Error(`there is no option ${words}`);
      return found;
    }, usedWithin);
    await vi.waitFor(async () => {
      // Types only until the option is selected: the matched option takes no further letters, and other characters have no key.
      for (const letter of /^[ -~]*/.exec(option.label)?.[0] ?? "") {
        if ((await this.inputValue()) === option.value) break;
        await this.page().keyboard.type(letter);
      }
      expect(await this.inputValue()).toBe(option.value);
    }, lettersForgotten);
    expect(await hasFocus(this)).toBe(true);
    return [option.value];
  },
};

/** Moves the focus to an element by Tab or arrow keys once it is enabled; returns its kind. */
async function goTo(wanted: Locator): Promise<string> {
  await wanted.waitFor();
  await vi.waitFor(async () => expect(await wanted.isEnabled()).toBe(true), usedWithin);
  const page = wanted.page();
  const kind = await wanted.evaluate((one: Drawn) => one.getAttribute("role") ?? one.type ?? one.localName);
  if (!goneThroughByArrows.has(kind)) {
    await tabTo(page, wanted);
    return kind;
  }
  const group = kind === "radio" ? page.getByRole("radio") : page.locator(`[role=${kind}]`);
  if (kind === "radio") await tabTo(page, group);
  for (let presses = 0; presses < arrowsAtMost && !(await hasFocus(wanted)); presses += 1)
    await page.keyboard.press("ArrowDown");
  expect(await hasFocus(wanted)).toBe(true);
  return kind;
}

async function setChecked(wanted: Locator, isWanted: boolean): Promise<void> {
  const kind = await goTo(wanted);
  if (kind === "radio") await choose(wanted);
  else if ((await wanted.isChecked()) !== isWanted) await wanted.page().keyboard.press("Space");
  await vi.waitFor(async () => expect(await wanted.isChecked()).toBe(isWanted), usedWithin);
}

/** Selects a radio button; the arrow keys have selected it already, unless Tab came to it first. */
async function choose(radio: Locator): Promise<void> {
  if (!(await radio.isChecked())) await radio.page().keyboard.press("Space");
}

interface DatePart {
  readonly digits: string;
  /** True if only Tab leads to the next part. */
  readonly goesOn: boolean;
}

/** Returns the keys for a moment in a browser in English: month, day, year, hour, minute, and AM or PM. */
function dateParts(moment: string): readonly DatePart[] {
  const [, year = "", month = "", day = "", hour = "", minute = ""] =
    /^(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(moment) ?? [];
  const hours = Number(hour);
  const clock = `${String(hours % 12 === 0 ? 12 : hours % 12).padStart(2, "0")}${minute}${hours < 12 ? "A" : "P"}`;
  return [
    { digits: `${month}${day}${year}`, goesOn: true },
    { digits: clock, goesOn: false },
  ];
}
