// Creates a user by what openapi-generator has made of the document.
package main

import (
	"context"
	"fmt"
	"os"

	gatehouse "example.test/gatehouse/client"
)

func main() {
	configuration := gatehouse.NewConfiguration()
	configuration.Servers = gatehouse.ServerConfigurations{{URL: os.Args[1]}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Args[2])
	body := gatehouse.NewPostUsersRequest(os.Args[3])
	body.SetDisplayName(os.Args[3] + " & <Co>")
	made, _, err := gatehouse.NewAPIClient(configuration).UsersAPI.PostUsers(context.Background()).PostUsersRequest(*body).Execute()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(made.GetDisplayName())
}
