import { z } from "zod";

const idMax = 2 ** 31 - 1;
const portMax = 65_535;

/** Which Linux machine it is, how it is known again, and which of its accounts are ours to manage. */
export const sshAddress = z
  .strictObject({
    host: z.string().min(1).meta({ title: "Host" }),
    port: z.int().min(1).max(portMax).default(22).meta({ title: "Port" }),
    hostKeys: z
      .array(z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, "SHA256: and 43 characters, as ssh-keygen -l prints it"))
      .min(1)
      .meta({
        title: "Fingerprints of the host's keys",
        description:
          "As `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` prints them there. Any other host is refused.",
      }),
    sudo: z.boolean().default(false).meta({
      title: "Through sudo",
      description: "The login is not root and may run the commands by `sudo -n`, without a password.",
    }),
    uidMin: z.int().min(1).max(idMax).default(1_000).meta({
      title: "Lowest user id",
      description: "Accounts below are not shown and never touched.",
    }),
    uidMax: z.int().min(1).max(idMax).default(60_000).meta({ title: "Highest user id" }),
    createHome: z
      .boolean()
      .default(true)
      .meta({ title: "Make a home folder with an account, move it with a new path" }),
    removeHome: z.boolean().default(false).meta({ title: "Delete the home folder with an account" }),
  })
  .refine(({ uidMin, uidMax }) => uidMin <= uidMax, { path: ["uidMax"], message: "must not be below uidMin" });

/** The validated address. */
export type SshOptions = z.output<typeof sshAddress>;
