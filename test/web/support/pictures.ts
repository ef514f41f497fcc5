import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";

/** What a picture may weigh. */
export const pictureMaxBytes = 60_000;

const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));

/** The pictures of the documents, each with its bytes. */
export function pictureBytes(): ReadonlyMap<string, number> {
  return new Map(readdirSync(folder).map((file) => [file, statSync(`${folder}${file}`).size]));
}

/** Takes a picture of a page as it stands for the documents, where these are made anew: `npm run docs:pictures`. */
export async function pictured(page: Page, name: string): Promise<void> {
  if (process.env["GATEHOUSE_PICTURES"] !== "new") return;
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 560 });
  await page.evaluate("document.querySelector('main').scrollTo(0, 0)");
  await page.screenshot({ path: `${folder}${name}.png`, animations: "disabled", caret: "hide" });
  if (usual !== null) await page.setViewportSize(usual);
}
