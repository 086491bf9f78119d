const authz = `### Who may read and write which paths.  svnserve uses this file if
### svnserve.conf names it as authz-db; mod_authz_svn reads files of this form.
###
### A section is a path, or 'repository:path'.  Its options name, before the '=',
###   USER         a user
###   @GROUP       a group of the section [groups]
###   &ALIAS       a name of the section [aliases]
###   $authenticated, $anonymous, *
###                who gave a valid name, who gave none, and everybody
###   ~ANY         everybody whom ANY of the above does not name
### and behind it r, rw or nothing.

[aliases]
# joe = /C=XZ/ST=Dessert/L=Snake City/O=Snake Oil, Ltd./OU=Research Institute/CN=Joe Average

[groups]
# harry_and_sally = harry,sally
# harry_sally_and_joe = harry,sally,&joe

# [/foo/bar]
# harry = rw
# &joe = r
# * =

# [repository:/baz/fuz]
# @harry_and_sally = rw
# * = r
`;

const hooksEnv = `### The environment of the hooks, which is empty otherwise.  Copy this file to
### 'hooks-env', or name a file as hooks-env in svnserve.conf, to use it.
###
### A hook gets the variables of the section with its name; if there is none,
### those of [default].

### A UTF-8 locale, so that hooks can write any text to the client.  svnserve must
### run in the same locale; mod_dav_svn needs SVNUseUTF8.
[default]
LANG = en_US.UTF-8

### Where the pre-commit hook finds programs.
[pre-commit]
PATH = /usr/local/bin:/usr/bin:/usr/sbin
`;

const passwd = `### Names and passwords for svnserve, one user a line.  svnserve uses this file if
### svnserve.conf names it as password-db.  Keep it readable for few.

[users]
# harry = harryssecret
# sally = sallyssecret
`;

const svnserve = `### Settings of svnserve for this repository.  Access by http:// and file:// does
### not look here.  Paths are relative to the directory of this file.

[general]
### What users may do who gave no name, and who did: none, read or write.
# anon-access = read
# auth-access = write
### File of names and passwords; not used together with SASL.
# password-db = passwd
### File that says who may read and write which paths.  It can be in a repository:
### '^/path' in this one, or a file:// URL.  Without it all paths are alike.
# authz-db = authz
### File of a [groups] section for authz-db, which then must not have one.  There
### is none by default.
# groups-db = groups
### Name of the realm of names and passwords that clients are shown and remember;
### repositories with the same one share them.  The default is the UUID.
# realm = My First Repository
### Whether user names are put in upper or lower case before authz-db is looked
### at: upper, lower or none.
# force-username-case = none
### File of the environment of hooks.
# hooks-env = hooks-env

[sasl]
### Whether Cyrus SASL checks who a user is, if svnserve was built with it
### ('svnserve --version' tells).  The default is false.
# use-sasl = true
### How strong the encryption must be at least and may be at most: 0 is none, 1 only
### guards against changes, more is the length of the key in bits.
# min-encryption = 0
# max-encryption = 256
`;

/** What `conf/` holds in a new repository, by file name: svn's sections and options, commented out. */
export const configurationTemplates: ReadonlyMap<string, string> = new Map([
  ['authz', authz],
  ['hooks-env.tmpl', hooksEnv],
  ['passwd', passwd],
  ['svnserve.conf', svnserve],
]);
