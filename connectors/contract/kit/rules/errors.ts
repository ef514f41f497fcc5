import { codes, ConnectorError } from "../../error.ts";
import { Secret } from "../../secret.ts";
import type { Bench } from "../bench.ts";
import { ensure, type KitRule } from "../rule.ts";

/** Rules about errors. */
export const errorRules: readonly KitRule[] = [
  {
    name: "mapError takes whatever is thrown and gives one of the closed list of codes or undefined",
    needs: [],
    async check({ connector }) {
      const { mapError } = connector.definition;
      if (mapError === undefined) return "the connector has no mapError";
      for (const thrown of [undefined, null, "text", 42, {}, new Error("the kit's own"), new AggregateError([])]) {
        const mapped = mapError.call(connector.definition, thrown);
        const known =
          mapped === undefined || (mapped.name === ConnectorError.name && Object.hasOwn(codes, mapped.code));
        ensure(known, `it makes no error of the contract of a thrown ${typeof thrown}`);
      }
      return undefined;
    },
  },
  {
    name: "no error and no log line carries a password",
    needs: ["create"],
    async check(bench) {
      const canary = bench.password("-canary");
      const errors = await failingCalls(bench, canary);
      const told = [...errors.flatMap((error) => wordsOf(bench, error)), ...bench.logged].join("\n");
      const leaked = [canary, ...bench.target.credentials.map(({ secret }) => new Secret(`${secret}-wrong`))].some(
        (secret) => secret.use((plaintext) => told.includes(plaintext)),
      );
      ensure(!leaked, "a password stands in an error or in the log");
    },
  },
];

/** Makes the calls that carry a password and must fail; returns the errors thrown. */
async function failingCalls(bench: Bench, password: Secret): Promise<unknown[]> {
  const { session, calls } = await bench.begin();
  const taken = await bench.make(session);
  const absent = { name: bench.name("absent") };
  const failing = {
    create: () => bench.create(session, { name: taken.name, password }),
    resetPassword: () => calls.resetPassword({ account: absent, password }),
    changePassword: () => calls.changePassword({ account: taken, current: password, password }),
    verify: () => calls.verify({ account: absent, password }),
    adminVerify: () => calls.adminVerify({ account: absent, password }),
  };
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  for (const [name, call] of Object.entries(failing)) {
    if (bench.connector.capabilities.some((capability) => capability === name)) await call().catch(note);
  }
  await bench.open((secret) => `${secret}-wrong`).catch(note);
  return errors;
}

function wordsOf(bench: Bench, error: unknown): string[] {
  const own = error instanceof Error ? error.message : String(error);
  const mapped = bench.known(error);
  return [own, mapped?.message ?? "", mapped?.targetCode ?? "", JSON.stringify(mapped?.detail ?? {})];
}
