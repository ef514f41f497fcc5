/** The size of a test that has a short form for every run and a long form for `npm run test:long`. */
export function testSize<T>(short: T, long: T): T {
  return process.env["GATEHOUSE_TEST_SIZE"] === "long" ? long : short;
}
