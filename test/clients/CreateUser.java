import org.openapitools.client.ApiClient;
import org.openapitools.client.api.UsersApi;
import org.openapitools.client.model.PostUsersRequest;

/** Creates a user by what openapi-generator has made of the document. */
public final class CreateUser {
    public static void main(String[] given) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(given[0]);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + given[1]));
        PostUsersRequest body = new PostUsersRequest().id(given[2]).displayName(given[2] + " & <Co>");
        System.out.println(new UsersApi(client).postUsers(body, null, null, null, null).getDisplayName());
    }
}
