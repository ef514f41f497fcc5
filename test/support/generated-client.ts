import { execFile } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { requireJavaPackages } from "./java-packages.ts";
import { requirePythonPackages } from "./python-packages.ts";

const run = promisify(execFile);
const outputMaxBytes = 64 * 1024 * 1024;
const compiler = fileURLToPath(new URL("../../node_modules/.bin/tsc", import.meta.url));

/** Returns the path of a program that uses a generated client. */
export const programOf = (name: string): string => fileURLToPath(new URL(`../clients/${name}`, import.meta.url));

/** Input of a generated client: the API, the calling user, and the name of the user to create. */
export interface Asked {
  /** A folder of its own. */
  readonly folder: string;
  /** The file of the OpenAPI document. */
  readonly description: string;
  /** The file of the WSDL. */
  readonly wsdl: string;
  readonly address: string;
  readonly superuser: { readonly id: string; readonly password: string };
  /** Returns a new access token: its lifetime is shorter than a generator and a compiler may take. */
  token(): Promise<string>;
  readonly name: string;
}

/** Runs a program and returns its output. */
export async function output(program: string, args: readonly string[], cwd?: string, env = {}): Promise<string> {
  const options = { ...(cwd === undefined ? {} : { cwd }), env: { ...process.env, ...env }, maxBuffer: outputMaxBytes };
  const { stdout } = await run(program, [...args], options).catch((error: Error & { stdout?: string }) => {
    throw new Error(`${error.message}\n${(error.stdout ?? "").slice(-4_000)}`, { cause: error });
  });
  return stdout.trim();
}

async function generate(generator: string, { folder, description }: Asked, ...options: string[]): Promise<string> {
  const made = join(folder, "generated");
  const alone = ["--global-property", "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"];
  const program = ["-cp", requireJavaPackages("generator"), "org.openapitools.codegen.OpenAPIGenerator", "generate"];
  await output("java", [...program, "-i", description, "-g", generator, "-o", made, ...alone, ...options]);
  return made;
}

/** Compiles classes of Java with the packages of the clients and returns their class path. */
export async function compileJava(folder: string, sources: string, program: string): Promise<string> {
  const [classes, list] = [join(folder, "classes"), join(folder, "sources")];
  mkdirSync(classes);
  const files = globSync(`${sources}/**/*.java`);
  writeFileSync(list, [...files, programOf(program)].join("\n"));
  const path = requireJavaPackages("clients");
  await output("javac", ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", classes, "-cp", path, `@${list}`]);
  return [classes, path].join(delimiter);
}

/** Clients made from the document by a generator. Each compiles all of it, creates a user and returns the user's name as answered. */
export const generatedClients: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  async "openapi-python-client"({ folder, description, address, token, name }) {
    const programs = requirePythonPackages("rest-client");
    const made = join(folder, "generated");
    const [python, generator] = [join(programs, "python3"), join(programs, "openapi-python-client")];
    const generating = [generator, "generate", "--path", description, "--meta", "none", "--output-path", made];
    const { stdout, stderr } = await run(python, generating, { maxBuffer: outputMaxBytes });
    // It leaves a body of several parts out; anything else that is left out is a fault of the document.
    const warning = /WARNING parsing (.+) within|Unable to process schema (\S+?):?$/gm;
    const leftOut = [...`${stdout}\n${stderr}`.matchAll(warning)].map(([, operation, schema]) => operation ?? schema);
    if (leftOut.some((part) => part !== "POST /v2/$batch")) throw new Error(`left out: ${leftOut.join(", ")}`);
    const program = [programOf("create_user_httpx.py"), address, await token(), name];
    return output(python, program, folder, { PYTHONPATH: folder });
  },
};

/** Clients that take minutes, because of their generator or their compiler. */
export const slowClients: typeof generatedClients = {
  async "openapi-generator, TypeScript"(asked) {
    const { folder, address, token, name } = asked;
    const made = await generate("typescript-fetch", asked);
    const program = join(folder, "create-user.ts");
    writeFileSync(program, typescript);
    writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
    const target = ["--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom", "--types", ""];
    const compiled = join(folder, "compiled");
    const sources = ["--rootDir", folder, "--outDir", compiled, join(made, "index.ts"), program];
    // In that folder, where none of our settings is found.
    await output(compiler, ["--strict", ...target, ...sources], folder);
    return output(process.execPath, [join(compiled, "create-user.js"), address, await token(), name]);
  },
  async "openapi-generator, Java"(asked) {
    const { folder, address, token, name } = asked;
    const made = await generate("java", asked, "--library", "native", "--additional-properties=useJakartaEe=true");
    const path = await compileJava(folder, join(made, "src", "main", "java"), "CreateUser.java");
    return output("java", ["-Dfile.encoding=UTF-8", "-cp", path, "CreateUser", address, await token(), name]);
  },
  async "openapi-generator, Go"(asked) {
    const { folder, address, token, name } = asked;
    const module = ["--git-host", "example.test", "--git-user-id", "gatehouse", "--git-repo-id", "client"];
    const made = await generate("go", asked, ...module);
    rmSync(join(made, "test"), { recursive: true, force: true });
    mkdirSync(join(made, "create"));
    copyFileSync(programOf("create_user.go"), join(made, "create", "main.go"));
    const program = join(folder, "create-user");
    const environment = { GOFLAGS: "-mod=mod" };
    await output("go", ["build", "./..."], made, environment);
    await output("go", ["build", "-o", program, "./create"], made, environment);
    return output(program, [address, await token(), name]);
  },
  async "openapi-generator, Python"(asked) {
    const { address, token, name } = asked;
    const made = await generate("python", asked);
    const python = join(requirePythonPackages("rest-client"), "python3");
    return output(python, [programOf("create_user.py"), address, await token(), name], made, { PYTHONPATH: made });
  },
  async "JAX-WS from the WSDL"({ folder, wsdl, address, superuser: { id, password }, name }) {
    const generator = ["-cp", requireJavaPackages("clients"), "com.sun.tools.ws.WsImport"];
    await output("java", [...generator, "-quiet", "-Xnocompile", "-p", "gatehouse.soap", "-s", folder, wsdl]);
    const path = await compileJava(folder, folder, "CreateUserBySoap.java");
    const called = ["CreateUserBySoap", wsdl, address, id, password, name];
    return output("java", ["-Dfile.encoding=UTF-8", "-cp", path, ...called]);
  },
};

const typescript = `import { Configuration, UsersApi } from "./generated/index";
declare const process: { readonly argv: readonly string[] };
const [, , basePath = "", accessToken = "", id = ""] = process.argv;
const users = new UsersApi(new Configuration({ basePath, accessToken }));
users
  .postUsers({ postUsersRequest: { id, displayName: \`\${id} & <Co>\` } })
  .then((made) => console.log(made?.displayName));
`;
