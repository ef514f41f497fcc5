import type { Page } from "playwright-core";

import type { WebRoom } from "./web-room.ts";

/** A form that is filled in by half: filled wholly and sent while the service is away, and carried out once in the end. */
export interface OutageJourney {
  readonly user: "ada" | "bob" | "eve" | "dora" | "hans" | "ruth" | "administrator";
  /** Puts there what this journey alone needs, and says what is to be done at the end. */
  prepare?(room: WebRoom, atEnd: (end: () => Promise<void>) => void): Promise<void>;
  begin(page: Page, room: WebRoom): Promise<void>;
  send(page: Page): Promise<void>;
  ended(page: Page): Promise<void>;
  /** How often it was carried out, as the record says, or the page where it writes nothing. */
  times(room: WebRoom, page: Page): Promise<number>;
}

/** Opens a page by its link, and waits until it is there. */
export async function goTo(page: Page, name: string): Promise<void> {
  const pages = page.getByRole("navigation", { name: "Pages", exact: true });
  await pages.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** How many rows of a set fit a condition. */
export async function countOf({ admin }: WebRoom, set: string, filter: string): Promise<number> {
  const { body } = await admin.get(`/v2/${set}?$count=true&$top=0&$filter=${encodeURIComponent(filter)}`);
  return (body as { "@odata.count": number })["@odata.count"];
}
