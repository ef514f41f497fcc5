import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Secret, type TargetObject } from "#connectors/contract/index.ts";
import { asAdministrator, benchAt, get, listAll, update, verify, write } from "#test/support/active-directory-bench.ts";
import { failuresMax, type SambaAd, startSambaAd } from "#test/support/samba.ts";

import type { Bench } from "../contract/kit/bench.ts";

const [smartCardNeeded, normalAccount] = [0x40000, 0x200];
// A JPEG, and bytes that are also valid text.
const photos = [
  Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex"),
  Buffer.from("\u0000plain text\u0000"),
];
let domain: SambaAd;

beforeAll(async () => {
  domain = await startSambaAd();
});
afterAll(() => domain?.stop());

const withBench = benchAt(() => domain);
const dnOf = ({ attributes }: TargetObject) => String(attributes["dn"]);
const controlOf = async (b: Bench, session: unknown, name: string) =>
  Number((await get(b, session, name, ["userAccountControl"]))?.attributes["userAccountControl"]?.[0]);

describe("values", () => {
  test("are times in ISO 8601, and absent where they say never", () =>
    withBench(async (b, session) => {
      const names = ["pwdLastSet", "accountExpires", "whenCreated", "lastLogonTimestamp", "lockoutTime"];
      const account = await b.make(session, "account", b.password());
      const read = async () => (await get(b, session, account.name, names))?.attributes ?? {};
      const iso = [expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)];
      expect(await read()).toEqual({ dn: [dnOf(account)], pwdLastSet: iso, whenCreated: iso });

      const end = "2031-03-14T00:00:00.000Z";
      await update(b, session, account, { attr: "accountExpires", replace: [end] });
      await b.operations.expirePassword(session, { account }, b.call());
      expect(await read()).toEqual({ dn: [dnOf(account)], accountExpires: [end], whenCreated: iso });
      expect((await get(b, session, account.name))?.state).toMatchObject({ expiresAt: end, passwordExpired: true });
      const filter = { op: "eq", attr: "accountExpires", value: end } as const;
      const found: string[] = [];
      for await (const { items } of b.operations.list(session, { type: "account", filter, pageSize: 10 }, b.call()))
        found.push(...items.map(({ id }) => id));
      expect(found).toEqual([account.id]);
      for (const never of ["0", "9223372036854775807"]) {
        await update(b, session, account, { attr: "accountExpires", replace: [never] });
        expect(await read()).not.toHaveProperty("accountExpires");
        expect((await get(b, session, account.name))?.state).not.toHaveProperty("expiresAt");
      }
    }));

  test("of a new account may be moments, too", () =>
    withBench(async (b, session) => {
      const attributes = { accountExpires: ["2031-03-14T00:00:00.000Z"] };
      const request = { type: "account", name: b.name(), attributes };
      const made = b.keep(await b.operations.create(session, request, b.call()));
      expect(made.attributes).toMatchObject(attributes);
    }));

  test.each(photos)(
    "that are bytes are bytes by their syntax, whatever they look like, and can be written back (%#)",
    (photo) =>
      withBench(async (b, session) => {
        const [account, other] = [await b.make(session), await b.make(session)];
        const read = async ({ name }: TargetObject) =>
          (await get(b, session, name, ["jpegPhoto", "objectGUID", "objectSid"]))?.attributes;
        const base64 = photo.toString("base64");
        await update(b, session, account, { attr: "jpegPhoto", replace: [photo] });
        await update(b, session, other, { attr: "JPEGPHOTO", replace: [base64] });
        for (const one of [account, other])
          expect(await read(one)).toMatchObject({
            jpegPhoto: [new Uint8Array(photo)].map((bytes) => Buffer.from(bytes)),
            objectGUID: [one.id],
            objectSid: [expect.stringMatching(/^S-1-5-21-/)],
          });
        const refusal = await b.refusal(
          () => update(b, session, account, { attr: "jpegPhoto", replace: ["not base64!"] }),
          "invalidValue",
        );
        expect(refusal.message).toContain("base64");
      }),
  );

  test("that are security identifiers or large numbers are texts", () =>
    withBench(
      async (b, session) => {
        const [accounts] = await b.operations.schema(session, b.call());
        const kinds = Object.fromEntries(accounts?.attributes.map(({ name, kind }) => [name, kind]) ?? []);
        expect(kinds).toMatchObject({
          uSNChanged: "string",
          sIDHistory: "string",
          jpegPhoto: "binary",
          pwdLastSet: "time",
        });
        const { name } = await b.make(session);
        const read = (await get(b, session, name))?.attributes;
        expect(read?.["uSNChanged"]).toEqual([expect.stringMatching(/^\d+$/)]);
      },
      { address: { accountAttributes: ["uSNChanged", "sIDHistory", "jpegPhoto", "pwdLastSet"] } },
    ));
});

describe("states", () => {
  test("show a lock as long as the domain's policy makes it last, and no longer", () =>
    withBench(async (b, session) => {
      const lasting = async (ms: number) => {
        for (const attribute of ["lockOutObservationWindow", "lockoutDuration"])
          await write(domain, domain.baseDN, attribute, String(-10_000 * ms));
      };
      await lasting(1_800_000);
      const account = await b.make(session, "account", b.password());
      const isLocked = async () => (await get(b, session, account.name))?.state?.locked;
      for (let times = 0; times < failuresMax; times += 1) await verify(b, session, account, "-no");
      expect(await isLocked()).toBe(true);
      await lasting(1_000);
      await expect.poll(isLocked).toBe(false);
      await lasting(1_800_000);
      expect(await isLocked()).toBe(true);
      // This one account has a policy of its own, the others that of the domain.
      const policy = `CN=short,CN=Password Settings Container,CN=System,${domain.baseDN}`;
      const second = String(-10_000_000);
      await asAdministrator(domain, (client) =>
        client.add(policy, {
          objectClass: "msDS-PasswordSettings",
          "msDS-PasswordSettingsPrecedence": "1",
          "msDS-PasswordReversibleEncryptionEnabled": "FALSE",
          "msDS-PasswordComplexityEnabled": "FALSE",
          "msDS-PasswordHistoryLength": "0",
          "msDS-MinimumPasswordLength": "7",
          "msDS-MinimumPasswordAge": "0",
          "msDS-MaximumPasswordAge": String(-864e9),
          "msDS-LockoutThreshold": String(failuresMax),
          "msDS-LockoutObservationWindow": second,
          "msDS-LockoutDuration": second,
          "msDS-PSOAppliesTo": dnOf(account),
        }),
      );
      const other = await b.make(session, "account", b.password());
      for (let times = 0; times < failuresMax; times += 1) await verify(b, session, other, "-no");
      await expect.poll(isLocked, { timeout: 10_000 }).toBe(false);
      expect((await get(b, session, other.name))?.state).toMatchObject({ locked: true });
    }));

  test("change one flag and leave the others", () =>
    withBench(async (b, session) => {
      const account = await b.make(session, "account", b.password());
      await write(domain, dnOf(account), "userAccountControl", String(normalAccount | smartCardNeeded));
      await b.operations.disable(session, { account }, b.call());
      expect(await controlOf(b, session, account.name)).toBe(normalAccount | smartCardNeeded | 0x2);
      await b.operations.enable(session, { account }, b.call());
      expect(await controlOf(b, session, account.name)).toBe(normalAccount | smartCardNeeded);
    }));
});

describe("a name", () => {
  test("that the controller takes for another one is not found", () =>
    withBench(async (b, session) => {
      const { name, id } = await b.make(session);
      for (const other of [`${name}x`, name.slice(0, -1), `${name}@example.test`, `CN=${name}`, "*", `${name}*`])
        expect(await get(b, session, other)).toBeUndefined();
      expect((await get(b, session, name.toUpperCase()))?.id).toBe(id);
      expect(await get(b, session, name)).toMatchObject({ id });
    }));

  test("is the login name alone: that of an entry, or of a principal, may be another's login name", () =>
    withBench(async (b, session) => {
      const [one, other] = [b.name(), b.name()];
      const request = {
        type: "account",
        name: one,
        attributes: { cn: [other], userPrincipalName: [`${other}@example.test`] },
      };
      const made = b.keep(await b.operations.create(session, request, b.call()));
      expect(await get(b, session, other)).toBeUndefined();
      await b.operations.delete(session, { type: "account", ref: { name: other } }, b.call());
      expect(await get(b, session, one)).toMatchObject({ id: made.id, attributes: { cn: [other] } });
    }));

  test("that is changed leaves everything else as it is, also where it says the same", () =>
    withBench(async (b, session) => {
      const attributes = {
        displayName: ["Lovelace, Ada"],
        givenName: ["Ada"],
        sn: ["Lovelace"],
        mail: ["ada@example.test"],
        userPrincipalName: ["ada.lovelace@elsewhere.test"],
        description: ["Countess"],
      };
      const request = { type: "account", name: b.name(), attributes };
      const made = b.keep(await b.operations.create(session, request, b.call()));
      const name = b.name("new");
      await update(b, session, made, { attr: "name", replace: [name] });
      expect((await get(b, session, name))?.attributes).toMatchObject({ ...attributes, cn: [made.name] });
      await update(b, session, made, { attr: "cn", replace: ["Byron, Ada"] });
      const renamed = await get(b, session, name);
      expect(renamed).toMatchObject({ id: made.id, name, attributes: { ...attributes, cn: ["Byron, Ada"] } });
      // The same change again, as users and rules send it.
      await update(b, session, made, { attr: "cn", replace: ["Byron, Ada"] }, { attr: "name", replace: [name] });
      await update(b, session, made, {
        attr: "distinguishedName",
        replace: [`CN=Byron\\2c Ada, CN=Users, ${domain.baseDN}`],
      });
      await update(b, session, made, { attr: "displayName", replace: ["Byron, Ada"] });
      const last = await get(b, session, name);
      expect(last?.attributes).toMatchObject({
        ...attributes,
        displayName: ["Byron, Ada"],
        dn: renamed?.attributes["dn"],
      });
    }));
});

test("who was deleted and made again under the same name is another one", () =>
  withBench(async (b, session) => {
    const former = await b.make(session, "account", b.password());
    await b.operations.delete(session, { type: "account", ref: former }, b.call());
    const request = { type: "account", name: former.name, attributes: {}, password: b.password("-2") };
    const now = b.keep(await b.operations.create(session, request, b.call()));
    expect(now.id).not.toBe(former.id);
    expect(await b.operations.get(session, { type: "account", ref: former }, b.call())).toBeUndefined();
    const reset = () => b.operations.resetPassword(session, { account: former, password: b.password("-3") }, b.call());
    await b.refusal(reset, "notFound");
    await b.operations.delete(session, { type: "account", ref: former }, b.call());
    expect(await verify(b, session, now, "-2")).toEqual({ ok: true });
  }));

test.each(['Pä"ss,wörd=42', "Пароль-Quartz-7", "Quartz-😀-7421", " Quartz-Heron 7421 "])(
  "the password %j is set as it is and lets its owner in",
  (plaintext) =>
    withBench(async (b, session) => {
      const [account, password] = [await b.make(session, "account", b.password()), new Secret(plaintext)];
      await b.operations.resetPassword(session, { account, password }, b.call());
      expect(await b.operations.verify(session, { account, password }, b.call())).toEqual({ ok: true });
      expect(await verify(b, session, account)).toMatchObject({ ok: false, reason: "invalid" });
    }),
);

test("a password is one, however its letters were put together", () =>
  withBench(async (b, session) => {
    const [whole, apart] = ["Qu\u00e4rtz-Heron-7421", "Qua\u0308rtz-Heron-7421"];
    const account = await b.make(session, "account", new Secret(apart));
    await asAdministrator(domain, (client) => client.bind(dnOf(account), whole));
    for (const spelling of [whole, apart])
      expect(await b.operations.verify(session, { account, password: new Secret(spelling) }, b.call())).toEqual({
        ok: true,
      });
    const change = { account, current: new Secret(apart), password: new Secret(`${apart}-2`) };
    await b.operations.changePassword(session, change, b.call());
    await asAdministrator(domain, (client) => client.bind(dnOf(account), `${whole}-2`));
  }));

test.each([
  [514, false],
  [546, false],
  [66_050, false],
  [66_048, true],
  [262_656, true],
])("an account with the flags %i is enabled: %s", (control, enabled) =>
  withBench(async (b, session) => {
    const account = await b.make(session, "account", b.password());
    await write(domain, dnOf(account), "userAccountControl", String(control));
    expect((await get(b, session, account.name))?.state).toMatchObject({ enabled });
    expect((await listAll(b, session)).find(({ id }) => id === account.id)?.state).toMatchObject({ enabled });
  }),
);

test("a name may change in its case alone", () =>
  withBench(async (b, session) => {
    const made = await b.make(session);
    const name = made.name.toUpperCase();
    await update(b, session, made, { attr: "name", replace: [name] }, { attr: "cn", replace: [name] });
    const attributes = { cn: [name], sAMAccountName: [name], userPrincipalName: [`${name}@example.test`] };
    expect(await get(b, session, made.name)).toMatchObject({ id: made.id, name, attributes });
  }));

test("a disabled account that must change its password is shown as both", () =>
  withBench(async (b, session) => {
    const account = await b.make(session, "account", b.password());
    await b.operations.disable(session, { account }, b.call());
    await b.operations.expirePassword(session, { account }, b.call());
    const state = { enabled: false, passwordExpired: true };
    expect((await get(b, session, account.name))?.state).toMatchObject(state);
    expect((await listAll(b, session)).find(({ id }) => id === account.id)?.state).toMatchObject(state);
  }));

describe("what is the domain's own", () => {
  test("krbtgt is shown and never changed: its password signs every ticket", () =>
    withBench(async (b, session) => {
      const account = await get(b, session, "krbtgt");
      expect(account).toMatchObject({ name: "krbtgt", state: { enabled: false } });
      if (account === undefined) return;
      const before = await get(b, session, "krbtgt", ["pwdLastSet"]);
      const [password, current] = [b.password("-1"), b.password()];
      const refused = [
        () => b.operations.resetPassword(session, { account, password }, b.call()),
        () => b.operations.resetPassword(session, { account: { name: "KRBTGT" }, password }, b.call()),
        () => b.operations.changePassword(session, { account, password, current }, b.call()),
        () => b.operations.expirePassword(session, { account }, b.call()),
        () => b.operations.enable(session, { account }, b.call()),
        () => b.operations.unlock(session, { account }, b.call()),
        () => b.operations.delete(session, { type: "account", ref: account }, b.call()),
        () => update(b, session, account, { attr: "description", replace: ["ours"] }),
      ];
      for (const act of refused) expect((await b.refusal(act, "permission")).message).toContain("key of the domain");
      expect(await get(b, session, "krbtgt", ["pwdLastSet"])).toEqual(before);
    }));

  test("an account that the administrator may not read keeps its flags and shows no state", () =>
    withBench(async (b, session) => {
      const [poor, hidden] = [await b.make(session, "account", b.password("-p")), await b.make(session)];
      // Denies to read and write the property sets of accounts and of logons, which hold the flags.
      const sid = String((await get(b, session, poor.name))?.attributes["objectSid"]);
      for (const set of ["4c164200-20c0-11d0-a768-00aa006e0529", "5f202010-79a5-11d0-9020-00c04fc2d4cf"]) {
        const sddl = `(OD;;RPWP;${set};;${sid})`;
        await domain.tool("dsacl", "set", "--action=deny", `--objectdn=${dnOf(hidden)}`, `--sddl=${sddl}`);
      }
      const login = { login: `${poor.name}@example.test`, secret: b.password("-p").use((plaintext) => plaintext) };
      await withBench(
        async (weak, asPoor) => {
          const state = (await get(weak, asPoor, hidden.name))?.state;
          expect(state).toEqual({});
          const enable = () => weak.operations.enable(asPoor, { account: hidden }, weak.call());
          expect((await weak.refusal(enable, "permission")).message).toContain("userAccountControl");
        },
        { login },
      );
    }));
});

describe("addresses", () => {
  test.each([
    ["dc=example,dc=test", "ou=People, dc=example, dc=test"],
    ["DC = Example , DC = Test", "OU = PEOPLE , DC = EXAMPLE , DC = TEST"],
  ])("find and move in whatever spelling: %s", (baseDN, accountsDN) =>
    withBench(
      async (b, session) => {
        await asAdministrator(domain, async (client) => {
          for (const place of [`OU=People,${domain.baseDN}`, `OU=Inner,OU=People,${domain.baseDN}`])
            await client.add(place, { objectClass: "organizationalUnit" }).catch((error: { code: number }) => {
              if (error.code !== 68) throw error;
            });
        });
        const account = await b.make(session);
        expect(account.attributes["userPrincipalName"] ?? [`${account.name}@example.test`]).toEqual([
          expect.stringMatching(new RegExp(`^${account.name}@example\\.test$`, "i")),
        ]);
        const place = `CN=${account.name},OU=Inner,OU=People,${domain.baseDN}`;
        await update(b, session, account, { attr: "distinguishedName", replace: [place] });
        expect((await listAll(b, session)).find(({ id }) => id === account.id)?.attributes["dn"]).toEqual([place]);
      },
      { address: { baseDN, accountsDN, url: domain.url.replace("ldaps", "LDAPS") } },
    ),
  );
});
