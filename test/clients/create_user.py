# Creates a user by what openapi-generator has made of the document, after every module of it was imported.
import importlib
import pkgutil
import sys

import openapi_client
from openapi_client.models import PostAccountsRequest, PostTargetSystemsRequest, PostUsersRequest

address, token, name = sys.argv[1:]
for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client."):
    importlib.import_module(module.name)
# Attributes are taken as values and as lists, and an address as its connector wants it.
account = PostAccountsRequest(targetSystemKey="T", shortId="a", attributes={"mail": ["a"], "title": "b"})
assert account.to_dict()["attributes"] == {"mail": ["a"], "title": "b"}
PostTargetSystemsRequest(id="T", type="ldap", description="A directory", address={"url": "ldaps://ldap.example.test"})
configuration = openapi_client.Configuration(host=address, access_token=token)
with openapi_client.ApiClient(configuration) as client:
    made = openapi_client.UsersApi(client).post_users(PostUsersRequest(id=name, displayName=f"{name} & <Co>"))
    print(made.display_name)
