import type { Page } from "playwright-core";
import { expect } from "vitest";

import { testSize } from "../../support/test-size.ts";
import { controlsOn, findingsOn, standsOut } from "./accessible.ts";

/** A look in which a page is checked. */
interface Look {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly contrast: "no-preference" | "more";
  readonly width: number;
  readonly height: number;
}

const usual = { width: 1280, height: 900 } as const;
// Size that a zoom of 200 % leaves of the usual window.
const halved = { width: usual.width / 2, height: usual.height / 2 } as const;
const narrow = { width: 320, height: usual.height } as const;

const allLooks: readonly Look[] = [
  { name: "light", scheme: "light", contrast: "no-preference", ...usual },
  { name: "dark", scheme: "dark", contrast: "no-preference", ...usual },
  { name: "high contrast", scheme: "light", contrast: "more", ...usual },
  { name: "high contrast, dark", scheme: "dark", contrast: "more", ...usual },
  { name: "320 pixels", scheme: "light", contrast: "no-preference", ...narrow },
  { name: "twice as large", scheme: "dark", contrast: "no-preference", ...halved },
];

// Finds most of the errors of all other looks: dark, and so narrow that all parts stand below each other.
const strictest: Look = { name: "320 pixels", scheme: "dark", contrast: "no-preference", ...narrow };

/** Looks of this run; a short run checks only the strictest one. */
const looks = testSize([strictest], allLooks);

/**
 * Fails if, in one of the looks, axe finds something on the page, an element exceeds its window, or a control of the usual look is missing.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expectInLooks(page);
  await page.setViewportSize(usual);
}

/**
 * Fails likewise for a page and for its dialogs, which `withDialogs` opens one after the other. A short run opens them in the strictest
 * look, and checks neither the page behind them again nor their controls in two sizes.
 */
export async function expectAllAccessible(
  page: Page,
  withDialogs: (expectDialog: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await expectInLooks(page);
  await testSize(
    () => withDialogs(() => expectDialogAsItStands(page)),
    async () => {
      await page.setViewportSize(usual);
      await withDialogs(() => expectAccessible(page));
    },
  )();
  await page.setViewportSize(usual);
}

async function expectInLooks(page: Page): Promise<void> {
  let controls = await controlsOn(page);
  for (const { name, scheme, contrast, width, height } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, contrast });
    expect.soft([name, ...(await findingsOn(page))]).toEqual([name]);
    // Open elements move to new places after a change of the window's size.
    await expect.poll(async () => [name, ...(await standsOut(page))]).toEqual([name]);
    await expect
      .poll(async () => {
        const lost = without(await controlsOn(page), controls);
        // Content that was loading at the first check may be different by now.
        if (lost.length > 0) {
          await page.setViewportSize(usual);
          controls = await controlsOn(page);
          await page.setViewportSize({ width, height });
        }
        return [name, ...lost];
      })
      .toEqual([name]);
  }
}

async function expectDialogAsItStands(page: Page): Promise<void> {
  expect.soft(await findingsOn(page, "[role=dialog]")).toEqual([]);
  await expect.poll(() => standsOut(page)).toEqual([]);
}

/** Fails if axe finds something on the page in its current look. */
export async function expectAsItStands(page: Page): Promise<void> {
  expect.soft(await findingsOn(page)).toEqual([]);
}

/** Returns the wanted names that are missing, each as often as it is missing. */
function without(there: readonly string[], wanted: readonly string[]): readonly string[] {
  const left = [...there];
  return wanted.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
