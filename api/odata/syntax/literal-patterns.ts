const year = "-?(?:0\\d{3}|[1-9]\\d{3,})";
const month = "(?:0[1-9]|1[0-2])";
const day = "(?:0[1-9]|[12]\\d|3[01])";
const hour = "(?:[01]\\d|2[0-3])";
const minute = "[0-5]\\d";

/** Sources of the patterns of literals; each is linear. */
export const patterns = {
  guid: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
  date: `${year}-${month}-${day}`,
  time: `${hour}:${minute}(?::(?:[0-5]\\d|60)(?:\\.\\d{1,12})?)?`,
  duration: "-?P(?=[\\dT])(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?",
  binary: "(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]=?|[A-Za-z0-9_-][AQgw](?:==)?)?",
  offset: `${hour}:${minute}`,
} as const;
