import { findTemporal, TemporalMissingError } from "#platform/temporal/temporal-binary.ts";

try {
  await findTemporal({ report: (words) => console.log(words) });
} catch (error) {
  if (!(error instanceof TemporalMissingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
