import type { Page } from "playwright-core";
import { expect } from "vitest";

import { testSize } from "../../support/test-size.ts";
import { findingsOn, standsOut } from "./accessible.ts";

/** A way in which a page is looked at. */
interface Look {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly contrast: "no-preference" | "more";
  readonly width: number;
}

const light: Look = { name: "light", scheme: "light", contrast: "no-preference", width: 1280 };

const allLooks: readonly Look[] = [
  light,
  { name: "dark", scheme: "dark", contrast: "no-preference", width: 1280 },
  { name: "high contrast", scheme: "light", contrast: "more", width: 1280 },
  { name: "320 pixels", scheme: "light", contrast: "no-preference", width: 320 },
  // What 200 % leaves of a window of 1280 pixels.
  { name: "twice as large", scheme: "dark", contrast: "no-preference", width: 640 },
];

// Finds most of what all others find: in the dark, and so narrow that everything stands below each other.
const strictest: Look = { name: "320 pixels", scheme: "dark", contrast: "no-preference", width: 320 };

const looks = testSize([light, strictest], allLooks);

/** Fails where axe finds something on the page as it stands, or something stands out of its window, in one of the looks. */
export function expectAccessible(page: Page): Promise<void> {
  return lookIn(looks, page);
}

/** The same for what is drawn alike on many pages: in a short run it is looked at in the strictest look alone. */
export function expectAccessibleAtLeast(page: Page): Promise<void> {
  return lookIn(testSize([strictest], allLooks), page);
}

async function lookIn(chosen: readonly Look[], page: Page): Promise<void> {
  for (const { name, scheme, contrast, width } of chosen) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, contrast });
    expect.soft([name, ...(await findingsOn(page))]).toEqual([name]);
    // What was open finds its place anew when the window has another size.
    await expect.poll(async () => [name, ...(await standsOut(page))]).toEqual([name]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
