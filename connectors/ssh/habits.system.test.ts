import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Member, ObjectRef, TargetObject } from "#connectors/contract/index.ts";
import { type OpenSsh, startOpenSsh } from "#test/support/openssh.ts";
import { benchOf } from "#test/support/ssh-bench.ts";

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

describe("what a login writes around an answer", () => {
  test("is no part of it, whoever logs in", async () => {
    const { login, password } = machine.operator;
    const home = (await root("getent passwd root")).split(":")[5] ?? "";
    const files = [`/home/${login}/.bashrc`, `${home}/.bashrc`];
    await root(`usermod -s /bin/bash ${login}`);
    for (const file of files)
      await root(`printf '%s\\n' 'echo Welcome' 'echo 0:x:0:0:::' 'echo beware >&2' 'printf no-end' > ${file}`);
    for (const bench of [benchOf(machine), benchOf(machine, { login, secret: password })]) {
      const own = await bench.open();
      const made = await bench.make(own, "account", bench.password());
      expect(made.attributes["groups"]).toBeUndefined();
      expect(await bench.operations.get(own, { type: "account", ref: { name: made.name } }, bench.call())).toEqual(
        made,
      );
      const { product } = await bench.operations.serverInfo(own, bench.call());
      expect(product).toMatch(/^\w/);
      await bench.clear();
    }
    await root(`rm ${files.join(" ")}`);
  });
});

describe("names", () => {
  test("that programs take for an id are refused before anything runs", async () => {
    for (const type of ["account", "group"])
      for (const name of ["4711", "+1", "-x", " lead", "a:b", "a\nb"])
        await b.refusal(() => b.operations.create(session, { type, name, attributes: {} }, b.call()), "invalidValue");
    const made = await b.make(session);
    await b.refusal(() => update(made, "name", "4711"), "invalidValue");
    expect(await root("getent passwd 4711 || getent group 4711 || echo none")).toBe("none\n");
  });

  test("of digits that somebody else has given are found by their name and by their id, and never for each other", async () => {
    const neighbour = await b.make(session);
    await root(`useradd -M ${neighbour.id} && groupadd 8812`);
    const uid = (await root("cat /etc/passwd | sed -n '$p' | cut -d: -f3")).trim();
    expect(await get({ name: neighbour.id })).toMatchObject({ id: uid, name: neighbour.id });
    expect(await get({ id: neighbour.id, name: "x" })).toMatchObject({ name: neighbour.name });
    expect(await get({ name: "8812" }, "group")).toMatchObject({ name: "8812" });
    expect(await get({ id: "8812", name: "8812" }, "group")).toBeUndefined();
    await b.operations.delete(session, { type: "account", ref: { name: neighbour.id } }, b.call());
    expect(await get(neighbour)).toMatchObject({ name: neighbour.name });
    await root("groupdel 8812");
  });

  test("of Samba's machines and those with an @ or a point are names", async () => {
    for (const end of ["$", "@example.org", ".doe"]) {
      const name = `${b.name()}${end}`;
      expect(await b.create(session, { name })).toMatchObject({ name });
      expect(await get({ name })).toMatchObject({ name });
    }
  });

  test("that a group's line still has of somebody before are given to nobody, for they would be members at once", async () => {
    const group = await b.make(session, "group");
    const [made, name] = [await b.make(session), b.name()];
    await root(`sed -i 's/^\\(${group.name}:.*\\)$/\\1${name}/' /etc/group`);
    const error = await b.refusal(() => b.create(session, { name }), "policy");
    expect(error.message).toContain(group.name);
    await b.refusal(() => update(made, "name", name), "policy");
    expect(await root(`getent passwd ${name} || echo none`)).toBe("none\n");
  });
});

describe("a listing", () => {
  test("reads each file of the machine once, and groups come with their members", async () => {
    const group = await b.make(session, "group");
    const [one, other] = [await b.make(session), await b.make(session)];
    await b.operations.addMember(session, { group, member: { ...one, type: "account" } }, b.call());
    await root(`usermod -g ${group.name} ${other.name}`);
    await root("for count in $(seq 60); do groupadd many$count; done");
    await root(`mount -t tmpfs tmpfs /usr/local/bin && printf '%s\\n' '#!/bin/sh' 'echo "$@" >> /run/asked' 'exec /usr/bin/getent "$@"' > /usr/local/bin/getent
      chmod 755 /usr/local/bin/getent`);
    const [accounts, groups] = [await listed("account"), await listed("group")];
    expect((await root("cat /run/asked")).trim().split("\n")).toEqual(["passwd", "shadow", "group", "passwd", "group"]);
    await root("umount /usr/local/bin; for count in $(seq 60); do groupdel many$count; done");
    const members = (id: string): readonly Member[] | undefined => groups.find((found) => found.id === id)?.members;
    expect(members(group.id)?.map(({ id, name }) => ({ id, name }))).toEqual([
      { id: one.id, name: one.name },
      { id: other.id, name: other.name },
    ]);
    expect(groups.every((found) => found.members !== undefined)).toBe(true);
    expect(accounts.find(({ id }) => id === one.id)?.attributes["groups"]).toEqual([group.name]);
  });
});

describe("a group", () => {
  const membersOf = async (ref: ObjectRef): Promise<string[]> => {
    const names: string[] = [];
    for await (const { items } of b.operations.members(session, { group: ref, pageSize: 100 }, b.call()))
      names.push(...items.map(({ name }) => name));
    return names;
  };

  test("has the members of all its lines and of all names of its id", async () => {
    const group = await b.make(session, "group");
    const [one, other, third] = [await b.make(session), await b.make(session), await b.make(session)];
    await root(`sed -i 's/^\\(${group.name}:.*\\)$/\\1${one.name}/' /etc/group
      printf '%s\\n' '${group.name}:x:${group.id}:${other.name}' 'alias-${group.name}:x:${group.id}:${third.name}' >> /etc/group`);
    const names = [one, other, third].map(({ name }) => name);
    expect(await membersOf(group)).toEqual(names);
    expect((await listed("group")).find(({ id }) => id === group.id)?.members?.map(({ name }) => name)).toEqual(names);
    for (const account of [one, other, third])
      expect([account.name, (await get(account))?.attributes["groups"]]).toEqual([account.name, [group.name]]);
    await root(`sed -i '/:${group.id}:/d' /etc/group`);
  });

  test("that is somebody's primary one has them as a member, and is not left in silence", async () => {
    const group = await b.make(session, "group");
    const made = await b.create(session, { attributes: { group: [group.name] } });
    const member = { ...made, type: "account" };
    expect(await membersOf(group)).toEqual([made.name]);
    const error = await b.refusal(() => b.operations.removeMember(session, { group, member }, b.call()), "policy");
    expect(error.message).toContain("primary group");
    await b.refusal(() => b.operations.delete(session, { type: "group", ref: group }, b.call()), "policy");
    expect(await membersOf(group)).toEqual([made.name]);
    await b.operations.delete(session, { type: "account", ref: made }, b.call());
  });
});

describe("accounts of another source", () => {
  const person = {
    userName: "directory-ada",
    uid: 40_001,
    gid: 40_001,
    homeDirectory: "/home/ada",
    disposition: "regular",
  };
  const team = { groupName: "directory-ada", gid: 40_001, disposition: "regular" };

  beforeAll(async () => {
    await root(`mkdir -p /etc/userdb
      printf '%s' '${JSON.stringify(person)}' > /etc/userdb/directory-ada.user; ln -s directory-ada.user /etc/userdb/40001.user
      printf '%s' '${JSON.stringify(team)}' > /etc/userdb/directory-ada.group; ln -s directory-ada.group /etc/userdb/40001.group
      sed -i -e 's/^passwd: files/passwd: files systemd/' -e 's/^group: files/group: files systemd/' /etc/nsswitch.conf`);
    if ((await root(`getent passwd ${person.userName} || true`)) === "")
      throw new Error("The machine has no second source of accounts. Install the Debian package libnss-systemd.");
  });
  afterAll(() => root("sed -i 's/ systemd$//' /etc/nsswitch.conf; rm -r /etc/userdb"));

  test("are shown without a state, and changed by nobody here, which is said", async () => {
    const account = await get({ name: person.userName });
    expect(account).toMatchObject({ id: "40001", attributes: { group: [team.groupName] } });
    expect(account).not.toHaveProperty("state");
    const ref = { name: person.userName };
    const calls: (() => Promise<unknown>)[] = [
      () => update(ref, "gecos", "x"),
      () => b.operations.delete(session, { type: "account", ref }, b.call()),
      () => b.operations.disable(session, { account: ref }, b.call()),
      () => b.operations.resetPassword(session, { account: ref, password: b.password() }, b.call()),
      () => b.operations.delete(session, { type: "group", ref: { name: team.groupName } }, b.call()),
      () =>
        b.operations.update(
          session,
          { type: "group", ref: { name: team.groupName }, deltas: [{ attr: "name", replace: ["x1"] }] },
          b.call(),
        ),
    ];
    for (const call of calls) await b.refusal(call, "policy");
    const enable = await b.refusal(() => b.operations.enable(session, { account: ref }, b.call()), "notSupported");
    expect(enable.message).toContain("another source");
    await b.refusal(() => b.create(session, { name: person.userName }), "alreadyExists");
    expect(await get(ref)).toEqual(account);
  });

  test("that share a name with one of the machine are never changed in its place", async () => {
    const ref = { id: "40001", name: person.userName };
    const line = `${person.userName}:x:4711:4711::/home/x:/bin/sh`;
    await root(`echo '${line}' >> /etc/passwd; echo '${person.userName}:!:20000::::::' >> /etc/shadow`);
    expect(await get(ref)).toMatchObject({ id: "40001" });
    expect(
      (await listed("account"))
        .filter(({ name }) => name === ref.name)
        .map(({ id, state }) => [id, state !== undefined]),
    ).toEqual([
      ["4711", true],
      ["40001", false],
    ]);
    const calls: (() => Promise<unknown>)[] = [
      () => update(ref, "gecos", "x"),
      () => b.operations.delete(session, { type: "account", ref }, b.call()),
      () => b.operations.disable(session, { account: ref }, b.call()),
      () => b.operations.resetPassword(session, { account: ref, password: b.password() }, b.call()),
    ];
    for (const call of calls) expect((await b.refusal(call, "policy")).message).toContain("4711");
    expect(await root(`grep '^${person.userName}:' /etc/passwd`)).toBe(`${line}\n`);
    await root(`sed -i '/^${person.userName}:/d' /etc/passwd /etc/shadow`);
  });

  test("are neither put into a group of another source nor taken out of it in silence", async () => {
    const made = await b.make(session);
    const member = { ...made, type: "account" };
    const group = { name: team.groupName };
    const error = await b.refusal(() => b.operations.addMember(session, { group, member }, b.call()), "policy");
    expect(error.message).toContain("another source");
  });

  test("that are found by name and not listed are members all the same, and no name for anybody else", async () => {
    const group = await b.make(session, "group");
    // As a directory that tells nobody whom it has: `getent passwd` leaves its accounts out.
    await root(`gpasswd -a ${person.userName} ${group.name}
      mount -t tmpfs tmpfs /usr/local/bin
      printf '%s\\n' '#!/bin/sh' '[ $# = 1 ] && exec /usr/bin/getent -s files "$@"' 'exec /usr/bin/getent "$@"' > /usr/local/bin/getent
      chmod 755 /usr/local/bin/getent`);
    try {
      expect((await listed("account")).map(({ name }) => name)).not.toContain(person.userName);
      const found = (await listed("group")).find(({ id }) => id === group.id);
      expect(found?.members).toEqual([{ type: "account", id: "40001", name: person.userName }]);
      await b.refusal(() => b.create(session, { name: person.userName }), "alreadyExists");
    } finally {
      await root("umount /usr/local/bin");
    }
  });
});
