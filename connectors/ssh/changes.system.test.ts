import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { ObjectRef, TargetObject } from "#connectors/contract/index.ts";
import { type OpenSsh, startOpenSsh } from "#test/support/openssh.ts";
import { benchOf } from "#test/support/ssh-bench.ts";

import { Secret } from "../contract/secret.ts";

let machine: OpenSsh;
let b: ReturnType<typeof benchOf>;
let session: unknown;

beforeAll(async () => {
  machine = await startOpenSsh();
});
afterAll(() => machine.stop());
beforeEach(async () => {
  b = benchOf(machine);
  session = await b.open();
});
afterEach(() => b.clear());

const root = (line: string) => machine.inside("sh", "-c", line);
const get = (ref: ObjectRef, type = "account") => b.operations.get(session, { type, ref }, b.call());
const update = (ref: ObjectRef, attr: string, ...replace: string[]) =>
  b.operations.update(session, { type: "account", ref, deltas: [{ attr, replace }] }, b.call());

async function listed(type: "account" | "group"): Promise<TargetObject[]> {
  const all: TargetObject[] = [];
  for await (const { items } of b.operations.list(session, { type, pageSize: 1_000 }, b.call())) all.push(...items);
  return all;
}

describe("a create that is sent again", () => {
  test("finds what its own operation has made, and nothing else", async () => {
    for (const type of ["account", "group"] as const) {
      const call = b.call({ operationId: "4a-9b" });
      const made = await b.create(session, { type, name: b.name() }, call);
      expect(await get(made, type)).toMatchObject({ createdBy: "4a-9b" });
    }
    const other = b.name();
    await root(`useradd -M ${other}`);
    expect(await get({ name: other })).not.toHaveProperty("createdBy");
    await b.operations.delete(session, { type: "account", ref: { name: other } }, b.call());
  });

  test("makes anew what it had begun and given no password, and nobody else does", async () => {
    const name = b.name();
    await root(`useradd -m -p '!*being-made-by-4a-9c' ${name}`);
    const again = b.call({ operationId: "4a-9c", sends: 2 });
    expect(await b.operations.get(session, { type: "account", ref: { name } }, again)).toBeUndefined();
    expect(await get({ name })).toMatchObject({ name });
    await b.refusal(() => b.create(session, { name, password: b.password() }), "alreadyExists");
    const made = await b.create(session, { name, password: b.password() }, again);
    expect(await b.operations.verify(session, { account: made, password: b.password() }, b.call())).toEqual({
      ok: true,
    });
    expect(await get(made)).not.toHaveProperty("createdBy");
  });
});

describe("a state", () => {
  const day = (days: number): string => String(Math.floor(Date.now() / 86_400_000) + days);
  const cases: readonly [string, (name: string) => string, object, boolean][] = [
    ["an end today", (name) => `usermod -e ${day(0)} ${name}`, { enabled: false }, false],
    ["an end tomorrow", (name) => `usermod -e ${day(1)} ${name}`, { enabled: true }, true],
    ["a locked password", (name) => `usermod -L ${name}`, { enabled: false }, false],
    ["a password to be changed", (name) => `chage -d 0 ${name}`, { enabled: true, passwordExpired: true }, true],
    [
      "a password of yesterday",
      (name) => `chage -d ${day(-11)} -M 10 ${name}`,
      { enabled: true, passwordExpired: true },
      true,
    ],
    [
      "a password on its last day",
      (name) => `chage -d ${day(-10)} -M 10 ${name}`,
      { enabled: true, passwordExpired: false },
      true,
    ],
    [
      "an inactive period that is over",
      (name) => `chage -d ${day(-30)} -M 10 -I 5 ${name}`,
      { enabled: false, passwordExpired: true },
      false,
    ],
    [
      "an inactive period on its last day",
      (name) => `chage -d ${day(-15)} -M 10 -I 5 ${name}`,
      { enabled: true, passwordExpired: true },
      true,
    ],
  ];

  test("is that by which the machine itself lets an account in", async () => {
    for (const [what, command, state, lets] of cases) {
      const made = await b.make(session, "account", b.password());
      await root(command(made.name));
      const { ok } = await b.operations.verify(session, { account: made, password: b.password() }, b.call());
      expect([what, ok]).toEqual([what, lets]);
      expect([what, (await get(made))?.state]).toEqual([what, expect.objectContaining(state)]);
    }
  });

  test("that shadow does not tell is absent, not good", async () => {
    const made = await b.make(session);
    await root(`sed -i '/^${made.name}:/d' /etc/shadow`);
    expect(await get(made)).not.toHaveProperty("state");
    expect((await listed("account")).find(({ id }) => id === made.id)).not.toHaveProperty("state");
    await b.refusal(() => b.operations.enable(session, { account: made }, b.call()), "notSupported");
  });

  test("that a change does not bring about is no success", async () => {
    const made = await b.make(session, "account", b.password());
    await root(`chage -d ${day(-30)} -M 10 -I 5 ${made.name}`);
    await b.refusal(() => b.operations.enable(session, { account: made }, b.call()), "policy");
    await root(`usermod -p '*$6$salt$hash' ${made.name}`);
    expect((await get(made))?.state?.enabled).toBe(false);
    await b.refusal(() => b.operations.enable(session, { account: made }, b.call()), "policy");
  });
});

test("a password is the one that was set, letter by letter", async () => {
  const made = await b.make(session);
  for (const text of [
    "colon:Quartz-7421",
    "back\\\\slash-Quartz-7421",
    " Quartz-blank-7421 ",
    "Qu%s-$HOME-`id`-7421",
    "Quärtz-Ñandú-7421 🙂",
    "Long-7421-".repeat(25),
    "'\"Quartz!!-7421",
  ]) {
    const password = new Secret(text);
    await b.operations.resetPassword(session, { account: made, password }, b.call());
    expect([text, await b.operations.verify(session, { account: made, password }, b.call())]).toEqual([
      text,
      { ok: true },
    ]);
    const other = new Secret(text.trim() === text ? `${text} ` : text.trim());
    expect([text, await b.operations.verify(session, { account: made, password: other }, b.call())]).toEqual([
      text,
      expect.objectContaining({ ok: false }),
    ]);
    await b.operations.unlock(session, { account: made }, b.call());
  }
});

describe("a change", () => {
  const files = ["passwd", "shadow", "group", "gshadow"] as const;
  const lines = async (name: string): Promise<string[]> =>
    (await root(`cd /etc && grep -E '(^|[:,])${name}([:,]|$)' ${files.join(" ")} | sort`)).trim().split("\n");

  test("of one thing leaves everything else as it was: fields of gecos, groups, their administrators, ages, the end", async () => {
    const groups = [await b.make(session, "group"), await b.make(session, "group")];
    const made = await b.make(session, "account", b.password());
    const { name } = made;
    await root(`usermod -c 'Ada King,room 1,555,556,other' -a -G ${groups.map((group) => group.name).join(",")} ${name}
      gpasswd -A ${name} ${groups[0]?.name}; chage -m 1 -M 90 -W 9 -I 30 -E 2099-01-01 ${name}`);
    const before = await lines(name);
    expect(before).toHaveLength(8);
    await update(made, "shell", "/bin/sh");
    const shell = (line: string) => line.replace(/(^passwd:.*:)[^:]*$/, "$1/bin/sh");
    expect(await lines(name)).toEqual(before.map(shell));
    const renamed = b.name("r");
    await update(made, "name", renamed);
    const own = new RegExp(`(^group:|^gshadow:)${name}:`);
    const rename = (line: string) =>
      own.test(line) ? line : shell(line).replaceAll(name, renamed).replace(`/home/${renamed}`, `/home/${name}`);
    expect((await root(`cd /etc && grep -E '${renamed}' ${files.join(" ")} | sort`)).trim().split("\n")).toEqual(
      before
        .map(rename)
        .filter((line) => !own.test(line))
        .toSorted(),
    );
    expect(await root(`stat -c %F /home/${name}`)).toBe("directory\n");
  });

  test("that adds a group takes none away that somebody else gives meanwhile", async () => {
    const [one, other] = [await b.make(session, "group"), await b.make(session, "group")];
    const made = await b.make(session);
    await root(`mount -t tmpfs tmpfs /usr/local/bin
      printf '%s\\n' '#!/bin/sh' 'gpasswd -a ${made.name} ${other.name} >/dev/null' 'exec /usr/sbin/usermod "$@"' > /usr/local/bin/usermod
      chmod 755 /usr/local/bin/usermod`);
    const deltas = [{ attr: "groups", add: [one.name] }];
    await b.operations.update(session, { type: "account", ref: made, deltas }, b.call());
    await root("umount /usr/local/bin");
    expect((await get(made))?.attributes["groups"]).toEqual([one.name, other.name].toSorted());
  });

  test("that the machine only says to have made is no success", async () => {
    const made = await b.make(session);
    await root(
      `mount -t tmpfs tmpfs /usr/local/bin && printf '#!/bin/sh\\n' > /usr/local/bin/usermod && chmod 755 /usr/local/bin/usermod`,
    );
    const error = await b.refusal(() => update(made, "gecos", "x"), "partial");
    await root("umount /usr/local/bin");
    expect(error.message).toContain("gecos");
  });

  test("of an account whose home cannot be made leaves no account behind", async () => {
    const name = b.name();
    await root("mount -t tmpfs -o nr_inodes=1,mode=755 tmpfs /home");
    const error = await b.refusal(() => b.create(session, { name }), "config", "partial");
    await root("umount /home");
    expect(error.message).toContain("/home");
    expect(await root(`getent passwd ${name} || echo none`)).toBe("none\n");
  });

  test("that leaves a home behind, which the machine cannot delete, tells it, and the account is gone", async () => {
    const { name, id } = await b.create(session, {});
    await root(`mount -t tmpfs -o uid=${id},mode=755 tmpfs /home/${name}`);
    b.logged.length = 0;
    await b.operations.delete(session, { type: "account", ref: { id, name } }, b.call());
    expect(b.logged.join("\n")).toContain(`/home/${name}`);
    expect(await get({ name })).toBeUndefined();
    await root(`umount /home/${name}; rmdir /home/${name} 2>/dev/null; true`);
  });

  test("that comes with a warning tells it", async () => {
    b.logged.length = 0;
    await b.create(session, { attributes: { shell: ["/bin/no-such-shell"] } });
    expect(b.logged.join("\n")).toMatch(/shell/);
  });
});

describe("a machine that asks by keyboard alone", () => {
  let asking: OpenSsh;
  beforeAll(async () => {
    asking = await startOpenSsh({ asksByKeyboard: true });
  });
  afterAll(() => asking.stop());

  test("lets the administrator in, and tells right, wrong, locked and outdated passwords apart", async () => {
    const { login, password } = asking.operator;
    const k = benchOf(asking, { login, secret: password });
    const own = await k.open();
    const account = await k.make(own, "account", k.password());
    const verify = (secret = k.password()) => k.operations.verify(own, { account, password: secret }, k.call());
    expect(await verify()).toEqual({ ok: true });
    expect(await verify(k.password("-no"))).toMatchObject({ ok: false, reason: "invalid" });
    const fresh = new Secret("Otter-Basalt-9035");
    await k.operations.changePassword(own, { account, current: k.password(), password: fresh }, k.call());
    await k.operations.expirePassword(own, { account }, k.call());
    expect(await verify(fresh)).toEqual({ ok: true, mustChange: true });
    expect(await verify(k.password("-no"))).toMatchObject({ ok: false, reason: "invalid" });
    await k.operations.changePassword(own, { account, current: fresh, password: k.password() }, k.call());
    expect(await verify()).toEqual({ ok: true });
    await k.operations.disable(own, { account }, k.call());
    expect(await verify()).toMatchObject({ ok: false, reason: "disabled" });
    await k.clear();
  });
});
