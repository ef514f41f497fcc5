import { isAbsolute, resolve } from "node:path";

import { Secret } from "#connectors/contract/index.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { readText } from "../read-text.ts";
import { type Data, isData } from "./shape.ts";
import { plainOf, readYaml } from "./yaml-file.ts";

/** Reference to a secret in a file: a name of the environment or of the file of secrets, or a file that holds it alone. */
export type SecretReference = { readonly env: string } | { readonly file: string };

const member = "$secret";
const environmentName = /^[A-Za-z_]\w*$/;

/** Rule that a reference to a secret must fit. */
export const secretRule = `must be { ${member}: { env: NAME } } or { ${member}: { file: PATH } }: a value does not belong into a file`;

/** Returns a plain value in which a reference to a secret is written. */
export const writtenSecret = (reference: SecretReference): Data => ({ [member]: reference });

/** Reports whether a plain value begins as a reference to a secret. */
export function namesSecret(value: unknown): value is Data {
  return isData(value) && Object.hasOwn(value, member);
}

/** Returns the reference to a secret in a plain value; undefined if it is none. */
export function secretReference(value: unknown): SecretReference | undefined {
  if (!isData(value) || Object.keys(value).length !== 1) return undefined;
  const reference = value[member];
  if (!isData(reference) || Object.keys(reference).length !== 1) return undefined;
  const { env, file } = reference;
  if (typeof env === "string" && environmentName.test(env)) return { env };
  return typeof file === "string" && file !== "" ? { file } : undefined;
}

/** Returns the name of the environment for a secret that is exported: the same for the same place. */
export function secretName(parts: readonly string[]): string {
  const words = parts.map((part) => part.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase());
  return `SECRET_${words.join("_")}`.replaceAll(/_+/g, "_").replace(/_$/, "");
}

/** Secrets by their references. */
export interface Secrets {
  /** @throws CliError if there is none, or an empty one */
  find(reference: SecretReference): Secret;
}

/**
 * Returns the secrets of the environment, and of a file with `NAME: value` that goes before it.
 * @throws CliError if the file is no such file
 */
export function openSecrets(environment: Readonly<Record<string, string | undefined>>, file?: string): Secrets {
  const named = file === undefined ? {} : readSecrets(file);
  return {
    find(reference) {
      if ("file" in reference) return filled(textOf(reference.file), `The file '${reference.file}'`);
      const { env } = reference;
      const value = [named, environment].find((one) => Object.hasOwn(one, env))?.[env];
      if (value === undefined)
        throw new CliError(
          `There is no secret '${env}'. Set it in the environment, or name a file that has it by --secrets.`,
          ExitCode.Usage,
        );
      return filled(value, `The secret '${env}'`);
    },
  };
}

function filled(value: string, what: string): Secret {
  if (value === "") throw new CliError(`${what} is empty. Give its value.`, ExitCode.Usage);
  return new Secret(value);
}

function textOf(file: string): string {
  return readText(isAbsolute(file) ? file : resolve(file), "file of a secret").replace(/\r?\n$/, "");
}

function readSecrets(file: string): Readonly<Record<string, string>> {
  const read = readYaml(readText(file, "file of secrets"));
  const wrong = (at: string, rule: string) => new CliError(`${file}${at}: ${rule}.`, ExitCode.Usage);
  if ("faults" in read) {
    const [first] = read.faults;
    throw wrong(`:${first?.at.line}:${first?.at.column}`, first?.rule ?? "cannot be read");
  }
  const value = plainOf(read.value);
  const isNamed = isData(value) && Object.values(value).every((one) => typeof one === "string");
  if (!isNamed) throw wrong("", 'must hold names with texts, such as LDAP_PASSWORD: "…"');
  return value as Readonly<Record<string, string>>;
}
