import type { RuleCases } from "../rule-cases.ts";

/** Context URLs. */
export const contextCases: RuleCases = {
  context: {
    accepted: [
      "#accounts",
      "#accounts/$entity",
      "#accounts(key,displayId)",
      "#accounts(key,user(id,displayName))/$entity",
      "#accounts(*,user+(id))",
      "#accounts('x')/displayId",
      "#accounts(key='x')/attributes/$entity",
      "#users('u')/credentials/Gatehouse.Question",
      "#accounts(@Core.Messages/code,@Core.Note#short)",
      "#Collection(Edm.String)",
      "#Collection($ref)",
      "#accounts/$delta",
      "#accounts/$deletedLink",
      "#Gatehouse.Address",
    ],
    refused: ["accounts", "#", "#accounts(key", "#accounts/$count", "#accounts(@Core.Messages%23q)", "#accounts(key,)"],
  },
  contextFragment: { accepted: ["accounts/$entity", "$ref"] },
  selectList: { accepted: ["()", "(*)", "(a,b(c))"], refused: ["(a", "a"] },
  selectListItem: { accepted: ["*", "Gatehouse.*", "a/b"] },
  selectListProperty: { accepted: ["user+(id)"] },
  entitySet: { accepted: ["accounts", "users('u')/accounts"] },
  containmentNavigation: { accepted: ["/credentials"] },
  navigation: { accepted: ["/address/site"] },
  contextPropertyPath: { accepted: ["address/port"] },
};

/** Headers. */
export const headerCases: RuleCases = {
  header: {
    accepted: ["OData-Version: 4.01", "Prefer: return=minimal", "Content-ID: 5"],
    refused: ["Accept: */*", "OData-Version: 3.0"],
  },
  asyncresult: { accepted: ["AsyncResult: 204"], refused: ["AsyncResult: ok"] },
  "content-id": { accepted: ["Content-ID: first_part"] },
  "request-id": { accepted: ["a.b-c~1"], refused: ["a b"] },
  isolation: { accepted: ["OData-Isolation: snapshot"], refused: ["Isolation: serial"] },
  "odata-entityid": { accepted: ["OData-EntityId: https://iam.example.org/v2/accounts('x')"] },
  "odata-error": { accepted: ['OData-Error: {"code":"GONE","message":"x"}'], refused: ["OData-Error: gone"] },
  "odata-maxversion": { accepted: ["OData-MaxVersion: 4.01"], refused: ["OData-MaxVersion: four"] },
  "odata-version": { accepted: ["OData-Version: 4.0"], refused: ["OData-Version: 4.1"] },
  prefer: { accepted: ["Prefer: return=minimal, odata.maxpagesize=5", "prefer: respond-async,wait=5"] },
  preference: { accepted: ["maxpagesize=1", "continue-on-error"], refused: ["maxpagesize=0", "faster"] },
  allowEntityReferencesPreference: { accepted: ["odata.allow-entityreferences"] },
  callbackPreference: { accepted: ['callback; url="https://a.org/done"'], refused: ["callback"] },
  continueOnErrorPreference: { accepted: ["odata.continue-on-error=false"] },
  includeAnnotationsPreference: {
    accepted: ['include-annotations="Core.*,-Core.Note#x"'],
    refused: ['include-annotations="Core"'],
  },
  annotationIdentifier: { accepted: ["*", "-Core.*", "Core.Note#short"] },
  maxpagesizePreference: { accepted: ["maxpagesize = 100"] },
  omitValuesPreference: { accepted: ["omit-values=nulls"] },
  respondAsyncPreference: { accepted: ["respond-async"] },
  returnPreference: { accepted: ["return=representation"], refused: ["return=all"] },
  trackChangesPreference: { accepted: ["odata.track-changes"] },
  waitPreference: { accepted: ["wait=10"], refused: ["wait=soon"] },
};
