import { type JavaPackages, javaPackages, prepareJavaPackages } from "#test/support/java-packages.ts";

try {
  for (const name of Object.keys(javaPackages) as JavaPackages[])
    await prepareJavaPackages(name, (words) => console.log(words));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
