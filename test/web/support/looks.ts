import type { Page } from "playwright-core";
import { expect } from "vitest";

import { testSize } from "../../support/test-size.ts";
import { controlsOn, findingsOn, standsOut } from "./accessible.ts";

/** A way in which a page is looked at. */
interface Look {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly contrast: "no-preference" | "more";
  readonly width: number;
  readonly height: number;
}

const usual = { width: 1280, height: 900 } as const;
// What 200 % leaves of the usual window.
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

// Finds most of what all others find: in the dark, and so narrow that everything stands below each other.
const strictest: Look = { name: "320 pixels", scheme: "dark", contrast: "no-preference", ...narrow };

/** A short run looks at everything in the strictest look alone. */
const looks = testSize([strictest], allLooks);

/**
 * Fails where axe finds something on the page as it stands, something stands out of its window, or something that can be operated now is
 * not there, in one of the looks.
 */
export async function expectAccessible(page: Page): Promise<void> {
  let controls = await controlsOn(page);
  for (const { name, scheme, contrast, width, height } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, contrast });
    expect.soft([name, ...(await findingsOn(page))]).toEqual([name]);
    // What was open finds its place anew when the window has another size.
    await expect.poll(async () => [name, ...(await standsOut(page))]).toEqual([name]);
    await expect
      .poll(async () => {
        const lost = without(await controlsOn(page), controls);
        // What was being read when it was looked at first may be another one by now.
        if (lost.length > 0) {
          await page.setViewportSize(usual);
          controls = await controlsOn(page);
          await page.setViewportSize({ width, height });
        }
        return [name, ...lost];
      })
      .toEqual([name]);
  }
  await page.setViewportSize(usual);
}

/** Fails where axe finds something on the page as it stands, in the one look that it has. */
export async function expectAsItStands(page: Page): Promise<void> {
  expect.soft(await findingsOn(page)).toEqual([]);
}

/** Those that are missing among what is there, of each name as many as there are too few. */
function without(there: readonly string[], wanted: readonly string[]): readonly string[] {
  const left = [...there];
  return wanted.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
