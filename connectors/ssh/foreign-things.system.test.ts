import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { ConnectorError, ObjectRef } from "#connectors/contract/index.ts";
import { type OpenSsh, startOpenSsh } from "#test/support/openssh.ts";
import { someOf } from "#test/support/test-size.ts";

import { Bench } from "../contract/kit/bench.ts";
import ssh from "./ssh.ts";

let machine: OpenSsh;
let b: Bench;
let session: unknown;

beforeAll(async () => {
  machine = await startOpenSsh();
});
afterAll(() => machine.stop());
beforeEach(() => open());
afterEach(() => b.clear());

async function open(address: object = {}): Promise<void> {
  b = new Bench(ssh, {
    address: { host: "127.0.0.1", port: machine.port, hostKeys: [machine.fingerprint], removeHome: true, ...address },
    credentials: [{ role: "admin", login: "root", secret: machine.root.privateKey }],
    stop: () => {},
  });
  session = await b.open();
}

const root = (line: string) => machine.inside("sh", "-c", line);
const shown = (path: string) =>
  root(`stat -c '%U %a %F' -- '${path}' 2>/dev/null || echo absent`).then((text) => text.trim());
const groupsOf = async (name: string) => (await root(`id -nG -- '${name}'`)).trim().split(" ");

async function refused(
  work: () => Promise<unknown>,
  codes: readonly string[] = ["permission"],
): Promise<ConnectorError> {
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown as ConnectorError,
  );
  expect(codes).toContain(error?.code);
  return error as ConnectorError;
}

const create = (attributes: Readonly<Record<string, readonly string[]>>, name = b.name()) =>
  b.operations.create(session, { type: "account", name, attributes }, b.call()).then((made) => b.keep(made));
const update = (ref: ObjectRef, attr: string, ...replace: string[]) =>
  b.operations.update(session, { type: "account", ref, deltas: [{ attr, replace }] }, b.call());
const remove = (ref: ObjectRef) => b.operations.delete(session, { type: "account", ref }, b.call());

describe("a home", () => {
  beforeEach(() => root("mkdir -m 700 -p /home/victim && echo secret > /home/victim/file && ln -sfn /etc /home/link"));

  const nowhere = [
    "/root",
    "/etc",
    "/home",
    "/home/",
    "/home/..",
    "/home/../etc/x",
    "/home/a/../../etc",
    "/home//x",
    "/home/./x",
    "x",
    "/",
    "/homes/x",
    "/var/lib/x",
    "/home/victim",
    "/home/victim/x",
    "/home/link",
    "/home/link/ssh",
  ];

  test("of a new account is only a path below the base where nothing is, and otherwise nothing is made", async () => {
    for (const home of someOf(nowhere)) {
      const [before, name] = [await shown(home), b.name()];
      await refused(() => create({ home: [home] }, name), ["permission", "invalidValue"]);
      expect([home, await root(`getent passwd -- '${name}' || echo none`), await shown(home)]).toEqual([
        home,
        "none\n",
        before,
      ]);
    }
  });

  test("is not changed to any other path, and the account keeps its own", async () => {
    const made = await create({});
    for (const home of someOf(nowhere)) {
      const before = await shown(home);
      await refused(() => update(made, "home", home), ["permission", "invalidValue"]);
      expect([home, await shown(home)]).toEqual([home, before]);
    }
    expect(await shown(`/home/${made.name}`)).toBe(`${made.name} 755 directory`);
  });

  test("of another account is neither taken nor laid within or around, whether its folder is there or not", async () => {
    const other = await create({ home: [`/home/team-${b.name()}/one`] });
    const [home = ""] = (other.attributes["home"] ?? []) as string[];
    for (const one of [home, `${home}/two`, home.replace("/one", "")])
      await refused(() => create({ home: [one] }), ["permission"]);
    await root(`rm -r '${home}'`);
    for (const one of [home, `${home}/two`, home.replace("/one", "")])
      await refused(() => create({ home: [one] }), ["permission"]);
    expect(await shown(home)).toBe("absent");
  });

  test("that the machine names and that is not the account's own is neither moved nor deleted with it", async () => {
    const made = await create({});
    await root(`usermod -d /home/victim '${made.name}'`);
    await refused(() => update(made, "home", `/home/${made.name}-moved`));
    expect([await shown("/home/victim"), await shown(`/home/${made.name}-moved`)]).toEqual([
      "root 700 directory",
      "absent",
    ]);
    await remove(made);
    expect(await root(`getent passwd '${made.name}' || echo none`)).toBe("none\n");
    expect(await root("cat /home/victim/file")).toBe("secret\n");
  });

  test("that leads elsewhere by a link is neither moved nor deleted", async () => {
    const made = await create({});
    await root(
      `mkdir -p /srv/data && chown '${made.name}' /srv/data && rm -r '/home/${made.name}' && ln -s /srv/data '/home/${made.name}'`,
    );
    await refused(() => update(made, "home", `/home/${made.name}-moved`));
    await remove(made);
    expect(await shown("/srv/data")).toMatch(/directory$/);
    await root("rm -r /srv/data");
  });

  test("in which another account has its own is neither moved nor deleted", async () => {
    const [made, guest] = [await create({}), await create({})];
    await root(`usermod -d '/home/${made.name}/guest' '${guest.name}' && mkdir '/home/${made.name}/guest'`);
    await refused(() => update(made, "home", `/home/${made.name}-moved`));
    await remove(made);
    expect(await shown(`/home/${made.name}/guest`)).toMatch(/directory$/);
  });

  test("of the account is moved with what is in it, and is deleted with the account", async () => {
    const made = await create({});
    await root(`echo mine > '/home/${made.name}/file'`);
    await update(made, "home", `/home/${made.name}-moved`);
    expect(await root(`cat '/home/${made.name}-moved/file'`)).toBe("mine\n");
    expect(await shown(`/home/${made.name}`)).toBe("absent");
    await remove(made);
    expect(await shown(`/home/${made.name}-moved`)).toBe("absent");
  });

  test("that somebody has left is not given to who comes after under the name", async () => {
    const made = await create({});
    await b.clear();
    await open({ removeHome: false });
    await b.operations.delete(session, { type: "account", ref: { name: made.name } }, b.call());
    await root(`mkdir -p '/home/${made.name}'`);
    const error = await refused(() => create({}, made.name));
    expect(error.message).toContain(`"/home/${made.name}" is there already`);
  });

  test("lies below the folder that the address names, where nobody else may write", async () => {
    await root("mkdir -p /srv/homes /srv/open && chmod 777 /srv/open");
    await b.clear();
    await open({ homeBase: "/srv/homes" });
    const made = await create({});
    expect(made.attributes["home"]).toEqual([`/srv/homes/${made.name}`]);
    await refused(() => create({ home: ["/home/x"] }), ["invalidValue"]);
    await b.clear();
    await open({ homeBase: "/srv/open" });
    await refused(() => create({}));
    await root("rm -r /srv/homes /srv/open");
    for (const homeBase of ["/", "/etc", "/root/homes", "/home/../etc", "home", "/home/"])
      expect(
        ssh.definition.address["~standard"].validate({ ...(b.target.address as object), homeBase }),
      ).toHaveProperty("issues");
  });
});

describe("a group of the system", () => {
  test.each(someOf(["sudo", "shadow", "root"]))(
    "%s gets and loses no member, neither as such nor by an attribute of the account",
    async (name) => {
      const made = await create({});
      const member = { ...made, type: "account" };
      await refused(() => b.operations.addMember(session, { group: { name }, member }, b.call()));
      const gid = (await root(`getent group ${name}`)).split(":")[2] ?? "";
      await refused(() => b.operations.addMember(session, { group: { name, id: gid }, member }, b.call()));
      for (const attr of ["groups", "group"]) {
        await refused(() => update(made, attr, name));
        await refused(() => create({ [attr]: [name] }));
        await refused(() => update(made, attr, gid), ["invalidValue"]);
        await refused(() => create({ [attr]: [gid] }), ["invalidValue"]);
      }
      expect(await groupsOf(made.name)).toEqual([made.name]);
      await root(`usermod -a -G ${name} '${made.name}'`);
      await refused(() => b.operations.removeMember(session, { group: { name }, member }, b.call()));
      await refused(() => update(made, "groups"));
      await update(made, "gecos", "still changed");
      expect(await groupsOf(made.name)).toContain(name);
    },
  );

  test("is not made by its name, which the machine's own rules may know before it is there", async () => {
    const made = await create({});
    await root("groupdel docker 2>/dev/null; groupdel wheel 2>/dev/null; groupdel admin 2>/dev/null; true");
    for (const name of ["docker", "wheel", "admin"]) {
      for (const type of ["group", "account"])
        await refused(() => b.operations.create(session, { type, name, attributes: {} }, b.call()));
      await refused(() => update(made, "name", name));
    }
    const group = await b.make(session, "group");
    const deltas = [{ attr: "name", replace: ["wheel"] }];
    await refused(() => b.operations.update(session, { type: "group", ref: group, deltas }, b.call()));
    expect(await root("getent group docker wheel admin || echo none")).toBe("none\n");
  });

  test("is managed where the address lists it, and no other one", async () => {
    await b.clear();
    await open({ systemGroups: ["shadow"] });
    const made = await create({ groups: ["shadow"] });
    const member = { ...made, type: "account" };
    await b.operations.removeMember(session, { group: { name: "shadow" }, member }, b.call());
    await b.operations.addMember(session, { group: { name: "shadow" }, member }, b.call());
    expect(await groupsOf(made.name)).toEqual([made.name, "shadow"]);
    await refused(() => update(made, "groups", "shadow", "sudo"));
  });
});

test("an account gets no name of a group that is there, beside which it would look like its own", async () => {
  const [group, other] = [await b.make(session, "group"), await b.make(session, "group")];
  const made = await create({});
  await refused(() => create({ group: [other.name] }, group.name), ["alreadyExists"]);
  await refused(() => update(made, "name", group.name), ["alreadyExists"]);
  await refused(() => create({}, made.name), ["alreadyExists"]);
  expect(await root(`getent passwd '${group.name}' || echo none`)).toBe("none\n");
});
