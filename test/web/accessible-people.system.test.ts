import { afterAll, beforeAll, it } from "vitest";

import { expectPageAccessible, openAt, type Visit } from "./support/look-at.ts";
import { pagesOf } from "./support/looked-at.ts";
import { expectAccessible } from "./support/looks.ts";
import { openWatchedPage, signIn, type WatchedPage } from "./support/watched-page.ts";
import { openWebRoom, type WebRoom } from "./support/web-room.ts";

let room: WebRoom;
let watched: WatchedPage;
let visit: Visit;
const questions = { "First street?": "Elm Row", "First pet?": "Rex" };
const keys: Record<string, string> = { userClass: "NIGHT" };
beforeAll(async () => {
  room = await openWebRoom();
  const { admin, people, installation } = room;
  await room.addAccount({ shortId: "ada", userKey: people.ada, password: "Otter-kettle-17" });
  const group = await admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId: "sales" });
  await admin.until(`/v2/operations(${keyIn(group)})`, ({ status }) => status === "succeeded");
  await admin.post("/v2/userClasses", { id: "NIGHT", description: "Who works at night" });
  for (const [question, answer] of Object.entries(questions))
    await admin.post(`/v2/users(${people.ada})/credentials`, { question, answer });
  const first = async (set: string) => (await admin.get(`/v2/${set}?$top=1`)).body as { value: [{ key: string }] };
  keys["account"] = (await first("accounts")).value[0].key;
  keys["group"] = (await first("groups")).value[0].key;
  keys["person"] = people.ada;
  await admin.post(`/v2/groups(${keys["group"]})/setAuthorizationPhases`, {
    authorizationPhases: [{ sequence: 1, authorizers: [{ userKey: people.bob }] }],
    phaseInheritance: "add",
  });
  watched = await openWatchedPage(room.browser, installation.address);
  visit = { page: watched.page, address: installation.address };
  await signIn(visit.page, installation.superuser.id, installation.superuser.password);
});
afterAll(async () => {
  watched?.expectClean();
  await room?.close();
});

const keyIn = ({ body }: { readonly body: unknown }) => (body as { readonly key: string }).key;
const button = (name: string) => visit.page.getByRole("button", { name, exact: true });

it.each(pagesOf("people"))("whoever cannot see, hear or point uses the page at $at, and its dialogs", (row) =>
  expectPageAccessible(visit, row, keys),
);

it("a person who may not be added", async () => {
  const { page } = visit;
  await openAt(visit, "/people", "People");
  await button("Add a person").click();
  const adding = page.getByRole("dialog");
  await adding.getByLabel("Id").fill("carl conrad");
  await adding.getByRole("button", { name: "Add a person" }).click();
  await adding.getByRole("alert").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await adding.getByText("Leave without saving?").waitFor();
  await expectAccessible(page);
  await button("Leave and lose the changes").click();
});

it("the help desk: somebody who is found, asked, and has answered wrong", async () => {
  const { page } = visit;
  await openAt(visit, "/help-desk", "Help desk");
  await page.getByLabel("Who is on the telephone?").fill("ada");
  await button("ada (ada)").waitFor();
  await expectAccessible(page);
  await button("ada (ada)").click();
  await button("Identify the caller").click();
  for (const question of Object.keys(questions)) await page.getByLabel(question).fill("wrong");
  await expectAccessible(page);
  await button("Check the answers").click();
  await page.getByText("It is not known whether it is this person.").waitFor();
  await expectAccessible(page);
});
