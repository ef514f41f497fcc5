import { afterEach, beforeEach, expect, it } from "vitest";

import { peopleColumns } from "#domain/identity/people-file.ts";
import { peopleFileRowsMax } from "#domain/people-limits.ts";
import { openTestService, type TestService } from "#test/support/service.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { newUser } from "./engine/user-input.ts";
import { importPeople, trialImport } from "./import-people.ts";

const operator = engineCaller("cli", "test", "cli:test");
const file = "id,displayName,manager\nanna,Anna Abel,ben\nben,Ben Bond,\n";
let service: TestService;

beforeEach(async () => {
  service = await openTestService({ settings: { workingCalendars: { "part-time": { week: {}, holidays: [] } } } });
});
afterEach(() => service.close());

const take = (text: string, keepGoing = false) => invoke(importPeople, service.context, operator, { text, keepGoing });
const users = async () =>
  (await service.store.select("users", { orderBy: [["id", "asc"]] })).map(({ id, displayName }) => [id, displayName]);
const audits = async () =>
  (await service.store.select("sesslog_full", { orderBy: [["seq", "asc"]] })).map(
    ({ operation, result, ident, message }) => [operation, result, ident ?? message],
  );
const everything = async () =>
  JSON.stringify([await users(), await audits(), await service.store.changeLog.read(0, 99)]);

it("adds people with their managers, each with an audit row; again nothing", async () => {
  expect(await take(file)).toMatchObject({ written: true, faults: [] });
  const [anna, ben] = await service.store.select("users", { orderBy: [["id", "asc"]] });
  expect([anna?.displayName, anna?.managerKey, ben?.managerKey]).toEqual(["Anna Abel", ben?.key, null]);
  const counts = (words: string) => ["USIM", "S", words];
  const added = [["USAD", "S", "anna"], ["USAD", "S", "ben"], counts("add 2, change 0, leave 0, refuse 0")];
  expect(await audits()).toEqual(added);
  await take(file);
  expect(await audits()).toEqual([...added, counts("add 0, change 0, leave 2, refuse 0")]);
  await take("id,displayName\nanna,Anna B.");
  expect((await audits()).slice(-2)).toEqual([["USUP", "S", "anna"], counts("add 0, change 1, leave 0, refuse 0")]);
});

it("takes all rows or none, and with keepGoing those that are fit", async () => {
  const text = `${file}c c,Cy,\ndan,${"x".repeat(401)},\n`;
  const { written, faults } = await take(text);
  expect(written).toBe(false);
  expect(faults.map(({ line, column }) => `${line} ${column}`)).toEqual(["4 id", "5 displayName"]);
  for (const { message } of faults) expect(message).toMatch(/^it must .+\. Correct it$/);
  expect(await users()).toEqual([]);
  expect(await audits()).toEqual([["USIM", "F", "add 2, change 0, leave 0, refuse 2"]]);
  expect(await take(text, true)).toMatchObject({ written: true });
  expect(await users()).toEqual([
    ["anna", "Anna Abel"],
    ["ben", "Ben Bond"],
  ]);
});

it("takes mail, time zone and calendar, and names line, column, rule and way out of those that cannot be", async () => {
  await take("id,mail,timeZone,calendar\nanna,anna@x.test,Europe/Berlin,part-time");
  const fields = { mail: "anna@x.test", timeZone: "Europe/Berlin", calendar: "part-time" };
  expect(await service.store.select("users")).toMatchObject([{ id: "anna", ...fields }]);
  const { faults, written } = await take("id,calendar,mail,timeZone\nanna,none,Anna <anna@x.test>,+02:00\nben,,,");
  expect(written).toBe(false);
  expect(faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
    expect.stringMatching(/^2 mail: it must be one mail address in plain ASCII, .+\. Correct it$/),
    "2 timeZone: it must be the IANA name of a time zone, such as Europe/Berlin or UTC. Correct it",
    "2 calendar: it must be a name in WORKING_CALENDARS. Correct it",
  ]);
  await take("id,mail,timeZone,calendar\nanna,,,");
  expect(await service.store.select("users")).toMatchObject([{ mail: null, timeZone: null, calendar: null }]);
});

it("has a column for everything that is given of a person", () => {
  const given = Object.keys(newUser).map((name) => name.replace(/^(manager|sponsor)Key$/, "$1"));
  expect(given.toSorted()).toEqual(peopleColumns.toSorted());
});

it("says in a trial what would become of each row, and writes nothing, not even an audit row", async () => {
  await take("id,displayName\nben,Ben");
  const before = await everything();
  const { people, faults, written } = await invoke(trialImport, service.context, operator, { text: `${file}x y,,` });
  expect(people.map(({ line, id, does }) => [line, id, does])).toEqual([
    [2, "anna", "add"],
    [3, "ben", "change"],
  ]);
  expect([faults.length, written]).toEqual([1, false]);
  expect(await everything()).toBe(before);
});

it("refuses a manager who is below the person, also through people who are not in the file", async () => {
  await take("id,manager\nanna,\nben,anna\ncy,ben");
  const { written, faults } = await take("id,manager\nanna,cy");
  expect([written, faults.map(({ line, column }) => `${line} ${column}`)]).toEqual([false, ["2 manager"]]);
});

it("takes ids that differ in case, width or form of letters alone for one person's", async () => {
  await take("id,displayName\nanna,Anna\nM\u00fcller,Miller");
  const { people, faults } = await take(
    "id,displayName,manager\nANNA,Anna A.,mu\u0308ller\nnew,New,Anna\nNEW,New,\nzw\u200b1,One,\nzw1,Two,",
    true,
  );
  expect(people.map(({ id, does }) => [id, does])).toEqual([
    ["anna", "change"],
    ["new", "add"],
    ["zw1", "add"],
  ]);
  expect(faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
    expect.stringMatching(/^4 id: 'NEW' and 'new' in line 3 are one person.*Keep one of them$/),
    expect.stringMatching(/^5 id: it must not contain .* signs that nobody sees/),
  ]);
  const rows = await service.store.select("users");
  const keyOf = (id: string) => rows.find((row) => row.id === id)?.key;
  expect(rows.find(({ id }) => id === "anna")).toMatchObject({
    displayName: "Anna A.",
    managerKey: keyOf("M\u00fcller"),
  });
  expect(rows.find(({ id }) => id === "new")).toMatchObject({ managerKey: keyOf("anna") });
});

it("tells users who were there before by their exact ids, and refuses a row that may mean several", async () => {
  await service.store.transaction(async () => {
    for (const id of ["jdoe", "JDoe"])
      await service.store.add("users", { key: service.context.ids.guid(), id, foldedId: null });
  });
  const { people, faults } = await take("id,displayName\nJDoe,One\njdoe,Two\nJDOE,Three", true);
  expect(people.map(({ id, does }) => [id, does])).toEqual([
    ["JDoe", "change"],
    ["jdoe", "change"],
  ]);
  expect(faults).toMatchObject([
    { line: 4, column: "id", message: expect.stringContaining("several users") as string },
  ]);
});

it("refuses a new person whose id looks like that of a superuser", async () => {
  await service.store.transaction(() =>
    service.store.add("users", { key: service.context.ids.guid(), id: "admin", superuser: true }),
  );
  const { faults } = await take("id\nadm1n\nаdmin\nadmins\nADMIN", true);
  expect(faults.map(({ line, message }) => `${line} ${message.slice(0, 22)}`)).toEqual([
    "2 it looks like 'admin',",
    "3 it looks like 'admin',",
  ]);
});

it("takes no file of too many people", async () => {
  const ids = Array.from({ length: peopleFileRowsMax + 1 }, (_, index) => `p${index}`);
  await expect(take(`id\n${ids.join("\n")}`)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
});
