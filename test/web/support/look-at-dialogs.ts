import type { Locator, Page } from "playwright-core";

import { testSize } from "../../support/test-size.ts";
import { everyPage } from "./looked-at.ts";
import { expectAccessible, expectAsItStands } from "./looks.ts";

/** Actions of journeys; before one of them in a dialog, axe checks the dialog as it is. */
const done = ["click", "fill", "check", "selectOption"] as const;

/**
 * Titles of the dialogs that were checked in this process; a title is the same dialog on each page. A short run leaves those to the tests of
 * accessibility that these open by the button of the same name.
 */
const looked = new Set<string>(
  testSize(
    everyPage.flatMap(({ dialogs }) => dialogs ?? []),
    [],
  ),
);

/** Makes axe check each dialog at the first action in it, on any page; in a long run in all looks. */
export function lookAtDialogs(locators: Locator): void {
  for (const name of done) {
    const does = locators[name] as (this: Locator, ...given: unknown[]) => Promise<unknown>;
    const looksFirst = async function (this: Locator, ...given: unknown[]) {
      await lookAtDialog(this.page());
      return does.apply(this, given);
    };
    Object.assign(locators, { [name]: looksFirst });
  }
}

async function lookAtDialog(page: Page): Promise<void> {
  const title = await titleOfDialog(page);
  if (title === "" || looked.has(title)) return;
  looked.add(title);
  await testSize(expectAsItStands, expectAccessible)(page);
}

/** Returns the title of the topmost dialog; empty if none is open. */
function titleOfDialog(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const title = document.getElementById(dialog?.getAttribute("aria-labelledby")?.split(" ")[0] ?? "");
    return title?.textContent ?? dialog?.getAttribute("aria-label") ?? "";
  })()`);
}
