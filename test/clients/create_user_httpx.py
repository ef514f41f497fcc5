# Creates a user by what openapi-python-client has made of the document, after every module of it was imported.
import importlib
import pkgutil
import sys

import generated
from generated.api.users import post_users
from generated.client import AuthenticatedClient
from generated.models import PostUsersBody

address, token, name = sys.argv[1:]
for module in pkgutil.walk_packages(generated.__path__, "generated."):
    importlib.import_module(module.name)
client = AuthenticatedClient(base_url=address, token=token)
print(post_users.sync(client=client, body=PostUsersBody(id=name, display_name=f"{name} & <Co>")).display_name)
