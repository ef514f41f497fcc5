import { z } from "zod";

const idMax = 2 ** 31 - 1;
const portMax = 65_535;
const systemGroupsMax = 100;

// Folders that the machine itself needs.
const machineFolders = /^\/(?:bin|boot|dev|etc|lib\w*|proc|root|run|sbin|sys|usr)(?:\/|$)/;

/** Address of the Linux machine, its host keys, and the range of the accounts to manage. */
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
          "Fingerprints as printed by `ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub` on the host. Any other host is refused.",
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
    gidMin: z.int().min(1).max(idMax).default(1_000).meta({
      title: "Lowest group id",
      description: "Groups below are the system's: they are shown, and get and lose no members.",
      sendsNothing: true,
    }),
    systemGroups: z.array(z.string().min(1)).max(systemGroupsMax).default([]).meta({
      title: "Groups of the system that are managed all the same",
      description: "Names of the groups. Members of sudo, docker or disk control the whole machine.",
      sendsNothing: true,
    }),
    homeBase: z
      .string()
      .regex(/^(?:\/[A-Za-z0-9._@+-]+)+$/, "an absolute path such as /home")
      .refine((path) => !/\/\.{1,2}(?:\/|$)/.test(path), "must not hold . and ..")
      .refine((path) => !machineFolders.test(path), "must not be a folder of the machine itself")
      .default("/home")
      .meta({
        title: "Folder of the homes",
        description: "Homes lie below it; a folder that is not the account's own is never taken, moved or deleted.",
        sendsNothing: true,
      }),
    createHome: z
      .boolean()
      .default(true)
      .meta({ title: "Make a home folder with an account, move it with a new path", sendsNothing: true }),
    removeHome: z
      .boolean()
      .default(false)
      .meta({ title: "Delete the home folder with an account", sendsNothing: true }),
  })
  .refine(({ uidMin, uidMax }) => uidMin <= uidMax, { path: ["uidMax"], message: "must not be below uidMin" });

/** Validated address. */
export type SshOptions = z.output<typeof sshAddress>;
