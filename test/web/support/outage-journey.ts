import type { Page } from "playwright-core";

import type { WebRoom } from "./web-room.ts";

/** A form that is half filled in before an outage, completed and sent during it, and carried out exactly once in the end. */
export interface OutageJourney {
  readonly user: "ada" | "bob" | "eve" | "dora" | "hans" | "ruth" | "administrator";
  /** Prepares the data of this journey, and registers functions to call at the end. */
  prepare?(room: WebRoom, atEnd: (end: () => Promise<void>) => void): Promise<void>;
  begin(page: Page, room: WebRoom): Promise<void>;
  send(page: Page): Promise<void>;
  ended(page: Page): Promise<void>;
  /** Returns the number of times that it was carried out, by the record, or by the page if nothing is recorded. */
  times(room: WebRoom, page: Page): Promise<number>;
}

/** Opens a page by its link, and waits until it is shown. */
export async function goTo(page: Page, name: string): Promise<void> {
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await pages.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Returns the number of rows of a set that match a filter. */
export async function countOf({ admin }: WebRoom, set: string, filter: string): Promise<number> {
  const { body } = await admin.get(`/v2/${set}?$count=true&$top=0&$filter=${encodeURIComponent(filter)}`);
  return (body as { "@odata.count": number })["@odata.count"];
}
