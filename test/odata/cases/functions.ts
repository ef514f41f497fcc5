import type { RuleCases } from "../rule-cases.ts";

/** Calls of built-in functions. */
export const functionCases: RuleCases = {
  methodCallExpr: {
    accepted: ["contains(displayId,'x')", "now()", "case(true:1)", "Contains( displayId , 'x' )", "TOLOWER(displayId)"],
    refused: [
      "contains(displayId)",
      "contains(displayId,'x','y')",
      "contains displayId,'x'",
      "now(1)",
      "tolower()",
      "trim(a,b)",
    ],
  },
  boolMethodCallExpr: {
    accepted: ["startswith(displayId,'j')", "contains(tolower(displayId),'j')"],
    refused: ["length(displayId)"],
  },
  concatMethodCallExpr: { accepted: ["concat(a,b)", "concat('x','y')"], refused: ["concat(a)"] },
  containsMethodCallExpr: {
    accepted: ["contains(longId,'OU=')", "contains(longId,'%25')", "contains%28longId%2C%27x%27%29"],
  },
  endsWithMethodCallExpr: {
    accepted: ["endswith(mail,'.org')", "endsWith(mail,'.org')"],
    refused: ["endswith(,'.org')"],
  },
  startsWithMethodCallExpr: { accepted: ["startswith(shortId,'a')"] },
  indexOfMethodCallExpr: { accepted: ["indexof(longId,',')"], refused: ["indexof(longId,',') eq 1"] },
  lengthMethodCallExpr: { accepted: ["length(displayId)", "length([1,2])"], refused: ["length()"] },
  matchesPatternMethodCallExpr: { accepted: ["matchesPattern(shortId,'^a.*z$')", "matchespattern(shortId,'x|y')"] },
  substringMethodCallExpr: {
    accepted: ["substring(longId,3)", "substring(longId,3,5)", "substring( longId , 3 , 5 )"],
    refused: ["substring(longId)", "substring(longId,1,2,3)"],
  },
  toLowerMethodCallExpr: { accepted: ["tolower(longId)"] },
  toUpperMethodCallExpr: { accepted: ["toupper(longId)", "toUpper(longId)"] },
  trimMethodCallExpr: { accepted: ["trim('  x ')"] },
  yearMethodCallExpr: { accepted: ["year(createdAt)"] },
  monthMethodCallExpr: { accepted: ["month(createdAt)"] },
  dayMethodCallExpr: { accepted: ["day(createdAt)"] },
  hourMethodCallExpr: { accepted: ["hour(createdAt)"] },
  minuteMethodCallExpr: { accepted: ["minute(createdAt)"] },
  secondMethodCallExpr: { accepted: ["second(createdAt)"] },
  fractionalsecondsMethodCallExpr: { accepted: ["fractionalseconds(createdAt)"] },
  totalsecondsMethodCallExpr: { accepted: ["totalseconds(duration'PT1H')"] },
  dateMethodCallExpr: { accepted: ["date(createdAt)"] },
  timeMethodCallExpr: { accepted: ["time(createdAt)"] },
  totalOffsetMinutesMethodCallExpr: { accepted: ["totaloffsetminutes(createdAt)"] },
  minDateTimeMethodCallExpr: { accepted: ["mindatetime()", "mindatetime( )"] },
  maxDateTimeMethodCallExpr: { accepted: ["maxdatetime()"] },
  nowMethodCallExpr: { accepted: ["now()", "NOW()"], refused: ["now"] },
  roundMethodCallExpr: { accepted: ["round(2.5)"] },
  floorMethodCallExpr: { accepted: ["floor(-2.5)"] },
  ceilingMethodCallExpr: { accepted: ["ceiling(version divby 2)"] },
  distanceMethodCallExpr: { accepted: ["geo.distance(site,geography'SRID=0;Point(1 1)')"] },
  geoLengthMethodCallExpr: { accepted: ["geo.length(route)"] },
  intersectsMethodCallExpr: { accepted: ["geo.intersects(site,area)"] },
  hasSubsetMethodCallExpr: { accepted: ["hassubset(names,['a'])"] },
  hasSubsequenceMethodCallExpr: { accepted: ["hassubsequence([1,2,3],[1,3])"] },
  caseMethodCallExpr: {
    accepted: [
      "case(locked:1,true:0)",
      "case( locked : 'yes' , expired : 'no' )",
      "case(version gt 10:20,true:0)",
      "case(at eq 10:20:30,true:09:15)",
      "case(case(a:true,true:false):1,true:2)",
    ],
    refused: ["case()", "case(locked)", "case(locked,1)", "case(locked:1,)"],
  },
  castExpr: {
    accepted: [
      "cast(Edm.String)",
      "cast(version,Edm.String)",
      "cast( user , Gatehouse.Employee )",
      "cast(names,Collection(Edm.String))",
    ],
    refused: ["cast()", "cast(version,'Edm.String')", "cast(version,Edm.String,1)", "cast(version Edm.String)"],
  },
  isofExpr: {
    accepted: ["isof(Gatehouse.Question)", "isof(user,Gatehouse.Employee)", "isof(Question)", "isof($it,Question)"],
    refused: ["isof", "isof(user,)", "isof(,Question)"],
  },
};
