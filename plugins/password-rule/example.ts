import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "passwordRule";

const company = "gatehouse";

/** Refuses passwords that contain the name of the company. */
export const run: Plugin<"passwordRule"> = ({ password }) => {
  const holdsCompany = password.use((plaintext) => plaintext.toLowerCase().includes(company));
  if (!holdsCompany) return { accepted: true };
  return { accepted: false, message: "must not contain the name of the company; leave it out" };
};
