import java.net.URI;
import org.apache.olingo.client.api.ODataClient;
import org.apache.olingo.client.api.communication.request.retrieve.ODataEntitySetRequest;
import org.apache.olingo.client.api.communication.request.retrieve.ODataServiceDocumentRequest;
import org.apache.olingo.client.api.domain.ClientEntitySet;
import org.apache.olingo.client.core.ODataClientFactory;

/**
 * Reads every entity of every set with the metadata that Olingo asks for by itself, and prints how many there are, or why the set
 * cannot be read.
 */
public final class ReadSets {
    private static final ODataClient client = ODataClientFactory.getClient();

    public static void main(String[] given) {
        String root = given[0] + "/v2";
        String caller = "Bearer " + given[1];
        ODataServiceDocumentRequest sets = client.getRetrieveRequestFactory().getServiceDocumentRequest(root);
        sets.addCustomHeader("Authorization", caller);
        for (String name : sets.execute().getBody().getEntitySetNames()) {
            URI page = client.newURIBuilder(root).appendEntitySetSegment(name).build();
            int read = 0;
            while (page != null) {
                ODataEntitySetRequest<ClientEntitySet> request = client.getRetrieveRequestFactory().getEntitySetRequest(page);
                request.addCustomHeader("Authorization", caller);
                ClientEntitySet entities;
                try {
                    entities = request.execute().getBody();
                } catch (RuntimeException error) {
                    System.out.println(name + " " + error.getMessage().replace('\n', ' '));
                    read = -1;
                    break;
                }
                read += entities.getEntities().size();
                page = entities.getNext();
            }
            if (read >= 0) {
                System.out.println(name + " " + read);
            }
        }
    }
}
