// Runs before `npm start` and `npm test`, when perhaps nothing is installed yet: plain JavaScript for any Node from 18 on.
import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve as resolvePath, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const forTests = process.argv.includes("--test");
const forLongTests = forTests && process.argv.includes("--long");
const heartbeatMs = 5_000;
const policyFile = "/usr/sbin/policy-rc.d";
// What the tests talk to: the Debian package that brings it, and the programs (or folders, by their full path) by which it is known.
const debianPackages = [
  { name: "slapd", programs: ["slapd", "slapadd"] },
  { name: "ldap-utils", programs: ["ldapsearch", "ldapmodify"] },
  { name: "389-ds-base", programs: ["ns-slapd"] },
  { name: "openssl", programs: ["openssl"] },
  { name: "samba", programs: ["samba", "samba-tool"] },
  { name: "samba-dsdb-modules", programs: ["/usr/share/doc/samba-dsdb-modules"] },
  { name: "samba-vfs-modules", programs: ["/usr/share/doc/samba-vfs-modules"] },
  { name: "winbind", programs: ["winbindd"] },
  { name: "samba-ad-provision", programs: ["/usr/share/samba/setup/ad-schema"] },
  { name: "mariadb-server", programs: ["mariadbd", "mariadb-install-db"] },
  { name: "postgresql-15", programs: ["initdb", "postgres"] },
  { name: "nginx", programs: ["nginx"] },
  { name: "haproxy", programs: ["haproxy"] },
  { name: "openssh-server", programs: ["sshd"] },
  { name: "openssh-client", programs: ["ssh-keygen"] },
  { name: "sudo", programs: ["sudo"] },
  { name: "libpam-pwquality", programs: ["/usr/share/doc/libpam-pwquality"] },
  { name: "libnss-systemd", programs: ["/usr/share/doc/libnss-systemd"] },
  { name: "python3-venv", programs: ["python3", "/usr/share/doc/python3-venv"] },
  { name: "systemd", programs: ["systemd-analyze"] },
  { name: "strace", programs: ["strace"] },
  { name: "chromium-headless-shell", programs: ["chromium-headless-shell"] },
  { name: "gcc", programs: ["gcc", "cc"] },
  { name: "libc6-dev", programs: ["/usr/share/doc/libc6-dev"] },
  // By which the long tests compile generated clients.
  ...(forLongTests
    ? [
        { name: "openjdk-17-jdk-headless", programs: ["java", "javac"] },
        { name: "maven", programs: ["mvn"] },
        { name: "golang-go", programs: ["go"] },
      ]
    : []),
];

try {
  if (!packagesAreCurrent()) await installPackages();
  if (forTests) await installServers();
  if (forTests) await preparePythonPackages();
  if (forLongTests) await prepareJavaPackages();
  await prepareStart();
} catch (error) {
  console.error(`\nSet-up stopped: ${error.message}`);
  process.exitCode = 1;
}

/** Every package of the lock file is installed in its version; those for other platforms may be absent. */
function packagesAreCurrent() {
  const installed = readLock(join(root, "node_modules", ".package-lock.json"));
  const wanted = readLock(join(root, "package-lock.json"));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || (installed[path] ? installed[path].version === version : optional),
  );
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

async function installPackages() {
  // Not with the Node of node_modules, which `npm ci` removes first.
  const path = process.env.PATH.split(delimiter).filter(
    (folder) => !folder.startsWith(join(root, "node_modules") + sep),
  );
  const environment = { ...process.env, PATH: path.join(delimiter) };
  await run("Installing the packages (npm ci, about a minute)", "npm", ["ci", "--loglevel=error"], environment);
}

/** Makes what a start needs beside the packages: the pages, the built program, and a Temporal server if none is known. */
async function prepareStart() {
  const node = join(root, "node_modules", ".bin", "node");
  const temporal = forTests || !process.env.TEMPORAL_ADDRESS ? ["--temporal"] : [];
  await run(undefined, node, [join(root, "tools", "prepare.ts"), ...temporal], process.env);
}

async function preparePythonPackages() {
  const node = join(root, "node_modules", ".bin", "node");
  await run(undefined, node, [join(root, "tools", "prepare-python-packages.ts")], process.env);
}

async function prepareJavaPackages() {
  const node = join(root, "node_modules", ".bin", "node");
  await run(undefined, node, [join(root, "tools", "prepare-java-packages.ts")], process.env);
}

async function installServers() {
  const missing = debianPackages.filter(({ programs }) => !programs.every(isInstalled));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const command = `apt-get install -y --no-install-recommends ${names.join(" ")}`;
  const list = missing.map(
    ({ name, programs }) => `  - ${programs.filter((p) => !isInstalled(p)).join(", ")} (package ${name})`,
  );
  const wanted = `the tests need these servers:\n${list.join("\n")}`;
  if (!isInstalled("apt-get")) throw new Error(`${wanted}\nInstall them with the package manager of this system.`);
  if (process.getuid?.() !== 0) throw new Error(`${wanted}\nInstall them once as root: ${command}`);
  await withoutAutostart(async () => {
    const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const wait = ["-q", "-o", "DPkg::Lock::Timeout=600"];
    await run("Reading the lists of Debian packages", "apt-get", [...wait, "update"], environment);
    const install = [...wait, "install", "-y", "--no-install-recommends", ...names];
    await run(`Installing ${names.join(", ")} (about a minute)`, "apt-get", install, environment);
  });
  const still = missing.flatMap(({ programs }) => programs).filter((program) => !isInstalled(program));
  if (still.length > 0) throw new Error(`after the installation these programs are still missing: ${still.join(", ")}`);
}

/** Debian starts a server when it is installed, unless this file says no; the tests start their own. */
async function withoutAutostart(install) {
  if (existsSync(policyFile)) return install();
  writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await install();
  } finally {
    rmSync(policyFile, { force: true });
  }
}

function isInstalled(program) {
  const system = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/lib/postgresql/15/bin"];
  const folders = [...process.env.PATH.split(delimiter), ...system];
  return folders.some((folder) => {
    try {
      accessSync(resolvePath(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs one step with its output visible; a quiet step still shows that it lives. */
function run(title, command, args, environment) {
  if (title) console.log(`${title} …`);
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1_000);
  const timer = title ? setInterval(() => console.log(`${title} … ${seconds()} s`), heartbeatMs) : undefined;
  const child = spawn(command, args, {
    cwd: root,
    env: environment,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${command} cannot be started (${error.code ?? error.message}).`)));
    child.once("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`\`${[command, ...args].join(" ")}\` ended with ${code ?? signal}.`)),
    );
  }).finally(() => clearInterval(timer));
}
