import type { Locator, Page } from "playwright-core";

import { testSize } from "../../support/test-size.ts";
import { expectAccessible, expectAsItStands } from "./looks.ts";

/** What a journey does next; before it does so in a dialog, the dialog is looked at as it stands. */
const done = ["click", "fill", "check", "selectOption"] as const;

/** The titles that were looked at in this process; it is one dialog wherever it opens. */
const looked = new Set<string>();

/** Has every dialog looked at in which something is done on any page, the first time that it is; in a long run in all looks. */
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

/** The title of the dialog that stands over all else; empty where there is none. */
function titleOfDialog(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const title = document.getElementById(dialog?.getAttribute("aria-labelledby")?.split(" ")[0] ?? "");
    return title?.textContent ?? dialog?.getAttribute("aria-label") ?? "";
  })()`);
}
