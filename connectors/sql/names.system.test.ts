import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type ObjectRef, Secret } from "#connectors/contract/index.ts";
import { type SqlTarget, startMariaDbTarget } from "#test/support/sql-target.ts";

import { Bench } from "../contract/kit/bench.ts";
import sql from "./sql.ts";

const password = new Secret("Quartz-Heron-7421");

describe.each([
  ["that knows its clients by their addresses alone", "--skip-name-resolve=on"],
  ["that asks for the names of its clients", "--skip-name-resolve=off"],
])("names of a MariaDB %s", (_how, option) => {
  const resolves = option.endsWith("off");
  let target: SqlTarget;
  let bench: Bench;
  let session: unknown;

  beforeAll(async () => {
    target = await startMariaDbTarget([option]);
    bench = new Bench(sql, target);
    session = await bench.open();
  });

  afterAll(async () => {
    await bench.clear();
    await target.stop();
  });

  const make = (name: string) => bench.create(session, { name, password });
  const get = (ref: ObjectRef, type = "account") => bench.operations.get(session, { type, ref }, bench.call());
  const drop = (ref: ObjectRef) => bench.operations.delete(session, { type: "account", ref }, bench.call());

  test("that are mail addresses are users of their own, or refused with both readings", async () => {
    const mail = "jane.o'hara@example.org";
    if (resolves) {
      const { message } = await bench.refusal(() => make(mail), "invalidValue");
      expect(message).toContain(
        `Write "${mail}@%" for an account of this whole name that may come from %, or "jane.o'hara@'example.org'"`,
      );
    } else {
      const made = await make(mail);
      expect(made).toMatchObject({ id: `${mail}@%`, name: mail, attributes: { host: ["%"] } });
      expect(await bench.operations.verify(session, { account: { name: mail }, password }, bench.call())).toEqual({
        ok: true,
      });
      expect(await get({ name: mail })).toEqual(made);
      await drop(made);
    }
    const whole = await make(`${mail}@%`);
    const ofHost = await make("jane.o'hara@'Example.org'");
    expect([whole.id, ofHost.id]).toEqual([`${mail}@%`, "jane.o'hara@example.org"]);
    expect(whole.name).not.toBe(ofHost.name);
    for (const one of [whole, ofHost]) {
      expect(await get({ name: one.name })).toEqual(one);
      expect(await get({ id: one.id, name: one.name })).toEqual(one);
    }
    await drop(ofHost);
    expect(await get({ name: whole.name })).toEqual(whole);
    await drop(whole);
  });

  test("find nobody else: blanks, case, accents and another form of a letter count", async () => {
    const made = await make("Müller");
    for (const name of [
      "müller",
      "MÜLLER",
      "Muller",
      "Mu\u0308ller",
      "Müller ",
      " Müller",
      "Müller@%%",
      "M%ller",
      "M_ller",
    ])
      expect(await get({ name }), name).toBeUndefined();
    for (const id of ["Müller@", "Müller@% ", "Müller", "müller@%"])
      expect(await get({ id, name: "Müller" }), id).toBeUndefined();
    await drop({ name: "müller" });
    expect(await get({ name: "Müller" })).toEqual(made);
  });

  test("of roles and of users are two, and nobody is called by no name", async () => {
    const user = await make("twice");
    const role = await bench.create(session, { type: "group", name: "twice" });
    expect([(await get({ name: "twice" }))?.id, (await get({ name: "twice" }, "group"))?.id]).toEqual([
      user.id,
      role.id,
    ]);
    await bench.operations.delete(session, { type: "group", ref: role }, bench.call());
    expect(await get({ name: "twice" })).toEqual(user);
    await target.query("CREATE USER ''@'localhost' IDENTIFIED BY 'Quartz-Heron-7421'");
    expect(await get({ name: "" })).toBeUndefined();
    const nobody = await get({ id: "@localhost", name: "@localhost" });
    expect(nobody).toMatchObject({ name: "@localhost", attributes: { host: ["localhost"] } });
    await drop({ id: "@localhost", name: "@localhost" });
    expect(await target.query("SELECT 1 FROM mysql.global_priv WHERE User = ''")).toEqual([]);
  });
});
