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
 * What axe finds on a page as it stands, by the rules of WCAG 2.0 to 2.2 (A, AA) and what is good practice; a line for each place. The
 * text of axe goes into the page by the browser's own protocol, which its policy of contents does not concern.
 */
export async function findingsOn(page: Page): Promise<readonly string[]> {
  const frame = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))";
  await page.evaluate(frame);
  // Colours on their way from one to the other are neither.
  await page.evaluate(
    "Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => undefined)))",
  );
  // It stays in the page until another is loaded.
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    const session = await page.context().newCDPSession(page);
    // It ends with the page: the browser would take it with what another one has plugged in, such as a device with passkeys.
    await session.send("Runtime.evaluate", { expression: axe });
  }
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
export function standsOut(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`document.documentElement.scrollWidth <= window.innerWidth ? [] :
    [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
      .map((one) => "stands out: " + JSON.stringify(one.getBoundingClientRect()) + one.outerHTML.slice(0, 120))`);
}

/** The names of what can be operated and seen, in the dialog that is open or else in the page's own part. */
export function controlsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const place = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.querySelector("main");
    return [...(place?.querySelectorAll("a[href], button, input, select, textarea") ?? [])]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0)
      .map((one) => (one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent).trim());
  })()`);
}
