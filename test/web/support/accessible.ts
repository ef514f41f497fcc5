import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * What axe finds on a page as it stands, by the rules of WCAG 2.0 to 2.2 (A, AA) and what is good practice; a line for each place. The
 * text of axe goes into the page by the browser's own protocol, which its policy of contents does not concern.
 */
async function findingsOn(page: Page): Promise<readonly string[]> {
  const frame = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
  await page.evaluate(frame);
  // Colours on their way from one to the other are neither.
  await page.evaluate(
    "Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => undefined)))",
  );
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  await session.detach();
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ["violations"] }).then(({ violations }) => violations)`;
  const violations = await page.evaluate<readonly Finding[]>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.replaceAll(/\s+/g, " ")}`,
    ),
  );
}

/** What of a page stands out of its window, so that the page would have to be moved sideways; nothing where it need not be. */
function standsOut(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`document.documentElement.scrollWidth <= window.innerWidth ? [] :
    [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
      .map((one) => "stands out: " + JSON.stringify(one.getBoundingClientRect()) + one.outerHTML.slice(0, 120))`);
}

/** The ways in which a page is looked at. */
const looks = [
  { name: "light", scheme: "light", contrast: "no-preference", width: 1280 },
  { name: "dark", scheme: "dark", contrast: "no-preference", width: 1280 },
  { name: "high contrast", scheme: "light", contrast: "more", width: 1280 },
  { name: "320 pixels", scheme: "light", contrast: "no-preference", width: 320 },
  // What 200 % leaves of a window of 1280 pixels.
  { name: "twice as large", scheme: "dark", contrast: "no-preference", width: 640 },
] as const;

/** The names of the ways in which a page is looked at. */
export type Look = (typeof looks)[number]["name"];

/** Fails where axe finds anything on a page as it stands, or where it would have to be moved sideways, in any of the ways in which it is looked at. */
export async function expectAccessibleOn(
  page: Page,
  only: readonly Look[] = looks.map(({ name }) => name),
): Promise<void> {
  for (const { name, scheme, contrast, width } of looks) {
    if (!only.includes(name)) continue;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, contrast });
    expect.soft([name, ...(await findingsOn(page))]).toEqual([name]);
    // What was open finds its place anew when the window has another size.
    await expect.poll(async () => [name, ...(await standsOut(page))]).toEqual([name]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
