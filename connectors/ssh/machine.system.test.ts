import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Secret, type TargetObject } from "#connectors/contract/index.ts";
import { freePort } from "#platform/processes/free-port.ts";
import { type OpenSsh, startOpenSsh } from "#test/support/openssh.ts";
import { startTcpRelay, type TcpRelay } from "#test/support/tcp-relay.ts";

import { Bench } from "../contract/kit/bench.ts";
import ssh from "./ssh.ts";

let machine: OpenSsh;
let relay: TcpRelay;

beforeAll(async () => {
  machine = await startOpenSsh();
  relay = await startTcpRelay({ host: "127.0.0.1", port: machine.port });
});

afterAll(async () => {
  await relay.stop();
  await machine.stop();
});

/** Makes a bench whose administrator is by default root with a key. */
function bench(address: object = {}, credential?: { login: string; secret: string }): Bench {
  const given = credential ?? { login: "root", secret: machine.root.privateKey };
  return new Bench(ssh, {
    address: { host: "127.0.0.1", port: machine.port, hostKeys: [machine.fingerprint], removeHome: true, ...address },
    credentials: [{ role: "admin", ...given }],
    stop: () => {},
  });
}

async function withBench(b: Bench, run: (session: unknown) => Promise<void>): Promise<void> {
  try {
    await run(await b.open());
  } finally {
    await b.clear();
  }
}

async function listAll(b: Bench, session: unknown, onPage: () => unknown = () => {}): Promise<TargetObject[]> {
  const objects: TargetObject[] = [];
  for await (const { items } of b.operations.list(session, { type: "account", pageSize: 2 }, b.call())) {
    objects.push(...items);
    onPage();
  }
  return objects;
}

describe("connecting", () => {
  test("another host key than that of the address is refused before anything is told", async () => {
    const b = bench({ hostKeys: [`SHA256:${"A".repeat(43)}`] });
    const error = await b.refusal(() => b.open(), "config");
    expect(error.message).toContain(machine.fingerprint);
  });

  test("an absent host is unreachable", async () => {
    const b = bench({ port: await freePort() });
    await b.refusal(() => b.open(), "unreachable");
  });

  test("a wrong password, an unknown key and a broken key are refused", async () => {
    const broken = {
      login: "root",
      secret: "-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END OPENSSH PRIVATE KEY-----",
    };
    const host = { login: "root", secret: `${machine.root.password}x` };
    for (const credential of [broken, host])
      await bench().refusal(() => bench({}, credential).open(), "badCredentials");
  });

  test("a login that is not root is refused unless it may use sudo", async () => {
    const credential = { login: machine.operator.login, secret: machine.operator.password };
    await bench().refusal(() => bench({}, credential).open(), "permission");
    await withBench(bench({ sudo: true }, credential), async (session) => {
      expect((await bench().operations.serverInfo(session, bench().call())).product).toMatch(/\w/);
    });
  });

  test("an account that sudo does not know is refused in its words", () =>
    withBench(bench(), async (session) => {
      const { name } = await bench().make(session, "account", new Secret("Quartz-Heron-7421"));
      const stranger = bench({ sudo: true }, { login: name, secret: "Quartz-Heron-7421" });
      const error = await stranger.refusal(() => stranger.open(), "permission");
      expect(error.message).toMatch(/^sudo: /);
    }));
});

describe("lost connections", () => {
  test("a connection cut between two pages leaves the listing whole, for the machine has told everything", async () => {
    const b = bench({ port: relay.port });
    await withBench(b, async (session) => {
      for (let count = 0; count < 3; count += 1) await b.make(session);
      const whole = await listAll(b, session);
      expect(await listAll(b, session, () => relay.cut())).toEqual(whole);
    });
  });

  test("a connection cut in the midst of what a program writes gives an error", async () => {
    const b = bench({ port: relay.port });
    await withBench(b, async (session) => {
      relay.cutAfterBytes(500);
      await b.refusal(() => listAll(b, session), "broken");
      expect(await ssh.definition.alive?.(session)).toBe(false);
      await b.refusal(() => listAll(b, session), "unreachable");
    });
  });
});

describe("accounts", () => {
  test("are made, changed and removed by the machine's own programs, and its neighbours never see them", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const group = await b.make(session, "group");
      const attributes = { gecos: ['O\'Hara; $(id) `id` "x" -n'], shell: ["/bin/bash"], groups: [group.name] };
      const made = b.keep(
        await b.operations.create(session, { type: "account", name: b.name(), attributes }, b.call()),
      );
      expect(made.attributes).toMatchObject({ ...attributes, uid: [Number(made.id)], home: [`/home/${made.name}`] });
      const name = b.name("renamed");
      const deltas = [
        { attr: "name", replace: [name] },
        { attr: "gecos", replace: [] },
        { attr: "groups", remove: [group.name] },
        { attr: "home", replace: [`/home/${name} with 'quotes'`] },
      ];
      expect(await b.operations.update(session, { type: "account", ref: made, deltas }, b.call())).toEqual({
        id: made.id,
        name,
      });
      const now = await b.operations.get(session, { type: "account", ref: made }, b.call());
      expect(now).toMatchObject({ name, attributes: { shell: ["/bin/bash"], home: [`/home/${name} with 'quotes'`] } });
      expect(now?.attributes).not.toHaveProperty("gecos");
      expect(await machine.inside("passwd", "-S", name)).toContain(`${name} L `);
      expect(readFileSync("/etc/passwd", "utf8")).not.toContain(name);
    });
  });

  test("a refused part of a change leaves the account as it was", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const made = await b.make(session);
      const refused = [
        { attr: "groups", add: ["no-such-group"] },
        { attr: "home", replace: [] },
        { attr: "gecos", replace: ["a:b"] },
        { attr: "gecos", replace: ["one", "two"] },
        { attr: "shell", replace: ["/bin/sh\nroot::0:0::/:/bin/sh"] },
        { attr: "uid", replace: [0] },
        { attr: "name", replace: ["root:x"] },
        { attr: "name", replace: ["-r"] },
      ];
      for (const delta of refused) {
        const deltas = [{ attr: "shell", replace: ["/bin/bash"] }, delta];
        await b.refusal(
          () => b.operations.update(session, { type: "account", ref: made, deltas }, b.call()),
          "invalidValue",
        );
      }
      expect(await b.operations.get(session, { type: "account", ref: made }, b.call())).toEqual(made);
    });
  });

  test("root and the accounts of the system are not there for us", () => {
    const b = bench();
    return withBench(b, async (session) => {
      for (const ref of [{ name: "root" }, { name: "x", id: "0" }, { name: "0" }, { name: "daemon" }]) {
        expect(await b.operations.get(session, { type: "account", ref }, b.call())).toBeUndefined();
        await b.operations.delete(session, { type: "account", ref }, b.call());
        await b.refusal(
          () => b.operations.resetPassword(session, { account: ref, password: b.password() }, b.call()),
          "notFound",
        );
      }
      expect((await listAll(b, session)).every(({ id }) => Number(id) >= 1_000)).toBe(true);
      await b.refusal(
        () => b.operations.delete(session, { type: "group", ref: { name: "sudo" } }, b.call()),
        "permission",
      );
      expect(await machine.inside("passwd", "-S", "root")).toContain("root P ");
    });
  });
});

describe("passwords", () => {
  test("a refusal comes in the machine's own words, and an account with a weak one is not made", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const weak = { account, password: new Secret("abc12") };
      const error = await b.refusal(() => b.operations.resetPassword(session, weak, b.call()), "strength");
      expect(error).toMatchObject({
        message: expect.stringMatching(/^BAD PASSWORD: .*shorter/),
        targetCode: "chpasswd 1",
      });
      const name = b.name();
      const request = { type: "account", name, attributes: {}, password: new Secret("abc12") };
      await b.refusal(() => b.operations.create(session, request, b.call()), "strength");
      expect(await b.operations.get(session, { type: "account", ref: { name } }, b.call())).toBeUndefined();
    });
  });

  test("a line break cannot smuggle the password of another account in", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const password = new Secret("Quartz-Heron-7421\nroot:Quartz-Heron-7421");
      await b.refusal(() => b.operations.resetPassword(session, { account, password }, b.call()), "strength");
      await b.refusal(
        () => b.operations.changePassword(session, { account, current: b.password("-1"), password }, b.call()),
        "strength",
      );
      const root = bench({}, { login: "root", secret: machine.root.password });
      await withBench(root, async () => {});
    });
  });

  test("one to be changed is told with the login, and its owner can change it", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const verify = (suffix: string) =>
        b.operations.verify(session, { account, password: b.password(suffix) }, b.call());
      await b.operations.resetPassword(session, { account, password: b.password("-2"), mustChange: true }, b.call());
      expect(await verify("-2")).toEqual({ ok: true, mustChange: true });
      const change = { account, current: b.password("-2"), password: new Secret("Otter-Basalt-9035") };
      await b.operations.changePassword(session, change, b.call());
      expect(await b.operations.verify(session, { account, password: change.password }, b.call())).toEqual({
        ok: true,
      });
      const weak = { account, current: change.password, password: new Secret("abc12") };
      expect((await b.refusal(() => b.operations.changePassword(session, weak, b.call()), "strength")).message).toMatch(
        /^BAD PASSWORD/,
      );
    });
  });

  test("a disabled account stays so through a reset, keeps keys out, and is told apart from a wrong password", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const account = await b.make(session, "account", b.password("-1"));
      const verify = () => b.operations.verify(session, { account, password: b.password("-2") }, b.call());
      await b.operations.disable(session, { account }, b.call());
      await b.operations.resetPassword(session, { account, password: b.password("-2") }, b.call());
      expect(await verify()).toMatchObject({ ok: false, reason: "disabled" });
      expect(await machine.inside("passwd", "-S", account.name)).toContain(`${account.name} L `);
      const key = bench({}, { login: account.name, secret: machine.root.privateKey });
      await key.refusal(() => key.open(), "badCredentials");
      await b.operations.enable(session, { account }, b.call());
      expect(await verify()).toEqual({ ok: true });
    });
  });

  test("an account without a password gets none by being enabled", () => {
    const b = bench();
    return withBench(b, async (session) => {
      const account = await b.make(session);
      await b.operations.disable(session, { account }, b.call());
      await b.operations.enable(session, { account }, b.call());
      expect(await machine.inside("passwd", "-S", account.name)).toContain(`${account.name} L `);
      expect((await b.operations.get(session, { type: "account", ref: account }, b.call()))?.state?.enabled).toBe(true);
    });
  });
});

test("an account cannot leave its primary group", () => {
  const b = bench();
  return withBench(b, async (session) => {
    const account = await b.make(session);
    const group = { name: account.name };
    const member = { ...account, type: "account" };
    await b.operations.addMember(session, { group, member }, b.call());
    await b.refusal(() => b.operations.removeMember(session, { group, member }, b.call()), "policy");
  });
});
