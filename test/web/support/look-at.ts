import type { Page } from "playwright-core";
import { expect } from "vitest";

import { addressOf, type LookedAt } from "./looked-at.ts";
import { expectAllAccessible } from "./looks.ts";

/** A browser page and the address of the service that it visits. */
export interface Visit {
  readonly page: Page;
  /** Address of the service. */
  readonly address: string;
}

/** Opens a page, and waits until its first data is loaded. */
export async function openAt({ page, address }: Visit, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(`${address}/react/#${path}`);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  await isDrawn(page);
}

/** Waits until a page loads nothing any longer. */
export async function isDrawn(page: Page): Promise<void> {
  await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
  await expect.poll(() => page.getByText("Loading", { exact: true }).count()).toBe(0);
}

/** Opens a page, and fails if axe finds something on it or in one of its dialogs. */
export async function expectPageAccessible(
  visit: Visit,
  row: LookedAt,
  keys: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { page } = visit;
  const keyOf = (name: string) => {
    const key = keys[name];
    if (key === undefined) throw new Error(`nothing was made for {${name}} in ${row.at}`);
    return key;
  };
  await openAt(visit, addressOf(row, keyOf), row.heading);
  await expectAllAccessible(page, async (expectDialog) => {
    for (const dialog of row.dialogs ?? []) {
      await page.getByRole("button", { name: dialog, exact: true }).first().click();
      await page.getByRole("dialog").waitFor();
      await expectDialog();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });
}
