import { messageSchema } from "./schema.ts";
import { type SoapOperation, soapOperations } from "./soap-operations.ts";
import { escapeXml } from "./write-xml.ts";
import { namespaces } from "./xml-element.ts";

/** Path of SOAP. */
export const soapPath = "/idapisoap";

// Made on the first request: few callers need it, and it takes long.
let schema: string | undefined;

/** Returns the description of SOAP (WSDL 1.1, document/literal), with the address at which it is called. */
export function wsdl(publicAddress: string): string {
  schema ??= messageSchema(soapOperations);
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="idapi" targetNamespace="${namespaces.own}" xmlns:tns="${namespaces.own}"
  xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<wsdl:types>
${schema}
</wsdl:types>
${soapOperations.map(messages).join("\n")}
<wsdl:message name="fault"><wsdl:part name="fault" element="tns:fault"/></wsdl:message>
<wsdl:portType name="IdapiPort">
${soapOperations.map(portOperation).join("\n")}
</wsdl:portType>
<wsdl:binding name="IdapiBinding" type="tns:IdapiPort">
<soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${soapOperations.map(boundOperation).join("\n")}
</wsdl:binding>
<wsdl:service name="Idapi">
<wsdl:port name="Idapi" binding="tns:IdapiBinding"><soap:address location="${escapeXml(publicAddress)}${soapPath}"/></wsdl:port>
</wsdl:service>
</wsdl:definitions>
`;
}

const messages = ({ name }: SoapOperation) =>
  `<wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
<wsdl:message name="${name}Response"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`;

const portOperation = ({ name, about }: SoapOperation) =>
  `<wsdl:operation name="${name}"><wsdl:documentation>${escapeXml(about)}</wsdl:documentation><wsdl:input message="tns:${name}"/><wsdl:output message="tns:${name}Response"/><wsdl:fault name="fault" message="tns:fault"/></wsdl:operation>`;

const boundOperation = ({ name }: SoapOperation) =>
  `<wsdl:operation name="${name}"><soap:operation soapAction="${namespaces.own}:${name}" style="document"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="fault"><soap:fault name="fault" use="literal"/></wsdl:fault></wsdl:operation>`;
