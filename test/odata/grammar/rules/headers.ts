import { byPattern, forRules, type RuleTable } from "./reader.ts";

const identifier = "[A-Za-z_]\\w{0,127}";
const annotation = `-?(?:\\*|${identifier}(?:\\.${identifier})*\\.(?:${identifier}|\\*))(?:#${identifier})?`;
const equals = "[ \\t]*=[ \\t]*";
const boolean = "(?:true|false)";

const preferences = {
  allowEntityReferencesPreference: "(?:odata\\.)?allow-entityreferences",
  callbackPreference: '(?:odata\\.)?callback[ \\t]*;[ \\t]*url[ \\t]*=[ \\t]*"[a-z][a-z\\d+.-]*:[^"\\s]+"',
  continueOnErrorPreference: `(?:odata\\.)?continue-on-error(?:${equals}${boolean})?`,
  includeAnnotationsPreference: `(?:odata\\.)?include-annotations${equals}"${annotation}(?:,${annotation})*"`,
  maxpagesizePreference: `(?:odata\\.)?maxpagesize${equals}[1-9]\\d*`,
  omitValuesPreference: `omit-values${equals}(?:nulls|defaults)`,
  respondAsyncPreference: "respond-async",
  returnPreference: `return${equals}(?:representation|minimal)`,
  trackChangesPreference: "(?:odata\\.)?track-changes",
  waitPreference: `wait${equals}\\d+`,
};
const preference = `(?:${Object.values(preferences).join("|")})`;

const headers = {
  asyncresult: "AsyncResult:[ \\t]*\\d{3}",
  "content-id": "Content-ID:[ \\t]*[\\w.~-]+",
  isolation: "(?:OData-)?Isolation:[ \\t]*snapshot",
  "odata-entityid": "OData-EntityID:[ \\t]*[\\x21-\\x7e\\x80-\\uffff]+",
  "odata-error": 'OData-Error:[ \\t]*\\{"code":[\\x20-\\x7e]*',
  "odata-maxversion": "OData-MaxVersion:[ \\t]*\\d+\\.\\d+",
  "odata-version": "OData-Version:[ \\t]*4\\.0[1-9]?",
  prefer: `Prefer:[ \\t]*${preference}(?:[ \\t]*,[ \\t]*${preference})*`,
};

/** Rules of headers. */
export const headerRules: RuleTable = {
  ...byPatterns(preferences),
  ...byPatterns(headers),
  ...byPatterns({ preference, header: Object.values(headers).join("|"), annotationIdentifier: annotation }),
  ...forRules("request-id", byPattern("[\\w.~-]+")),
};

function byPatterns(patterns: Readonly<Record<string, string>>): RuleTable {
  return Object.fromEntries(Object.entries(patterns).map(([rule, pattern]) => [rule, byPattern(pattern, "i")]));
}
