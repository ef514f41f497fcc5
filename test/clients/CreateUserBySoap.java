import gatehouse.soap.Idapi;
import gatehouse.soap.IdapiPort;
import gatehouse.soap.SessionData;
import jakarta.xml.ws.BindingProvider;
import java.io.File;

/** Creates a user by what wsimport has made of the WSDL. */
public final class CreateUserBySoap {
    public static void main(String[] given) throws Exception {
        IdapiPort port = new Idapi(new File(given[0]).toURI().toURL()).getIdapi();
        ((BindingProvider) port).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, given[1] + "/idapisoap");
        SessionData caller = new SessionData();
        caller.setUser(given[2]);
        caller.setPassword(given[3]);
        String name = given[4];
        System.out.println(port.usersCreate(caller, name, name + " & <Co>", null, null, null, null).getDisplayName());
    }
}
