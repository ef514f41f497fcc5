import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Finding {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * Returns the findings of axe on a page, by the rules of WCAG 2.0 to 2.2 (A, AA) and good practice, a line for each place. The script of
 * axe is injected through the browser's protocol, so the content security policy does not block it. With a selector, only the last element
 * that it finds is checked.
 */
export async function findingsOn(page: Page, selector?: string): Promise<readonly string[]> {
  const frame = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
  await page.evaluate(frame);
  // Colors in a transition are neither the old nor the new ones.
  await page.evaluate(
    "Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => undefined)))",
  );
  // The script stays until another page is loaded.
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    const session = await page.context().newCDPSession(page);
    // The protocol session ends with the page. If it were detached, the browser would drop what another one has set up, such as an
    // authenticator for passkeys.
    await session.send("Runtime.evaluate", { expression: axe });
  }
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const checked =
    selector === undefined ? "document" : `[...document.querySelectorAll(${JSON.stringify(selector)})].at(-1)`;
  const run = `axe.run(${checked}, { runOnly: ${JSON.stringify(tags)}, resultTypes: ["violations"] }).then(({ violations }) => violations)`;
  const violations = await page.evaluate<readonly Finding[]>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.replaceAll(/\s+/g, " ")}`,
    ),
  );
}

/** Returns the elements that exceed the width of the window and would force a horizontal scroll; an empty list if there are none. */
export function standsOut(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`document.documentElement.scrollWidth <= window.innerWidth ? [] :
    [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
      .map((one) => "stands out: " + JSON.stringify(one.getBoundingClientRect()) + one.outerHTML.slice(0, 120))`);
}

/** Returns the names of the visible controls in the open dialog, or else in the main part of the page. */
export function controlsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const place = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.querySelector("main");
    return [...(place?.querySelectorAll("a[href], button, input, select, textarea") ?? [])]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0)
      .map((one) => (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent).trim());
  })()`);
}
