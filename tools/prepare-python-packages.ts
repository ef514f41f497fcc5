import { preparePythonPackages, pythonPackages, type PythonPackages } from "#test/support/python-packages.ts";

try {
  for (const name of Object.keys(pythonPackages) as PythonPackages[])
    await preparePythonPackages(name, (words) => console.log(words));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
