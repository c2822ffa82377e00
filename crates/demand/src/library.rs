//! What is known of functions of the C library that have no body here: what they write and read through their arguments, what they
//! return, whether they come back. As the C standard and POSIX have it; nothing is known of other functions.

/// How many bytes are accessed through an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bytes {
    Exactly(u64),
    /// The value of an argument.
    Argument(u32),
    /// The product of two.
    Product(u32, u32),
    /// The text behind an argument and its terminator.
    Text(u32),
    /// The texts behind two arguments, one after the other, and one terminator.
    Texts(u32, u32),
    /// At most this argument; how many is not known.
    AtMost(u32),
    /// Nobody knows.
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gives {
    /// Nothing, or something of which nothing is known.
    Any,
    /// Input: any number between these.
    Input(i64, i64),
    /// Input: any number from the first up to the value of an argument.
    Counted(i64, u32),
    /// This argument.
    Argument(u32),
    /// NULL, or a pointer into the object of this argument.
    Inside(u32),
    /// The length of the text behind this argument.
    Length(u32),
    /// An object of so many bytes, of its own.
    Fresh(Bytes),
    /// The same, all zero.
    FreshZero(Bytes),
    /// An object of so many bytes that the library keeps; nobody knows what it holds.
    Static(u64),
    /// NULL or not; what it points to is the library's.
    Handle,
    /// NULL, or a text from outside.
    Text,
    /// NULL, or an object of so many bytes with a text from outside at an offset, at most so long.
    Holding { bytes: u64, at: u64, most: u64 },
}

/// What is known of one function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Arguments that are written through.
    pub writes: &'static [(u32, Bytes)],
    pub reads: &'static [(u32, Bytes)],
    pub gives: Gives,
    /// It releases the object behind its first argument.
    pub frees: bool,
    /// It does not come back, or may not.
    pub ends: bool,
}

const NOTHING: Entry = Entry { writes: &[], reads: &[], gives: Gives::Any, frees: false, ends: false };

/// Functions that write nothing the program looks at through its own pointers, and whose result may be anything.
const WITHOUT_EFFECT: &[&str] = &[
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "memcmp",
    "strspn",
    "strcspn",
    "strnlen",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "abs",
    "labs",
    "perror",
    "fopen",
    "isdigit",
    "isalpha",
    "isspace",
    "isupper",
    "islower",
    "isalnum",
    "isprint",
    "isxdigit",
    "ispunct",
    "iscntrl",
    "isgraph",
    "strerror",
    "inet_addr",
    "signal",
    "srand",
    "rewind",
    "clearerr",
    "setbuf",
    "sleep",
    "umask",
    "va_end",
    "localtime",
    "gmtime",
    "ctime",
    "setlocale",
    "toupper",
    "tolower",
];

/// Functions of which no more is said here than that they come back, and call nothing of the program.
const COMES_BACK: &[&str] = &[
    "fcntl",
    "ioctl",
    "sigprocmask",
    "sigaction",
    "sigemptyset",
    "sigfillset",
    "sigaddset",
    "sigdelset",
    "sigismember",
    "gettimeofday",
    "clock_gettime",
    "time",
    "getopt",
    "getopt_long",
    "fdopendir",
    "rewinddir",
    "freopen",
    "fdopen",
    "tmpfile",
    "popen",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtok",
    "strtok_r",
    "strsep",
    "sscanf",
    "fscanf",
    "scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "__isoc99_scanf",
    "getline",
    "getdelim",
    "readlink",
    "readlinkat",
    "realpath",
    "mkstemp",
    "mkdtemp",
    "strftime",
    "strndup",
    "asprintf",
    "vasprintf",
    "wait",
    "waitpid",
    "pipe",
    "fork",
    "mmap",
    "munmap",
    "getpwnam",
    "getpwuid",
    "gethostbyname",
    "nl_langinfo",
    "gettext",
    "dcgettext",
    "bindtextdomain",
    "textdomain",
    "setenv",
    "putenv",
    "unsetenv",
    "ungetc",
    "__freading",
    "__fpurge",
    "__fpending",
    "iswprint",
    "mbrtowc",
    "mbsinit",
    "wcwidth",
];

/// Does a function come back, without having called anything of the program?
pub(crate) fn comes_back(name: &str) -> bool {
    COMES_BACK.contains(&name)
}

/// The entry of a function; none if nothing is known of it.
pub(crate) fn entry(name: &str) -> Option<Entry> {
    use Bytes::*;
    let writes = |writes| Entry { writes, ..NOTHING };
    let gives = |gives| Entry { gives, ..NOTHING };
    Some(match name {
        "strcpy" => {
            Entry { writes: &[(0, Text(1))], reads: &[(1, Text(1))], gives: Gives::Argument(0), ..NOTHING }
        }
        "stpcpy" => {
            Entry { writes: &[(0, Text(1))], reads: &[(1, Text(1))], gives: Gives::Inside(0), ..NOTHING }
        }
        "strcat" => Entry {
            writes: &[(0, Texts(0, 1))],
            reads: &[(1, Text(1))],
            gives: Gives::Argument(0),
            ..NOTHING
        },
        "strncpy" | "__strncpy_chk" => {
            Entry { writes: &[(0, Argument(2))], gives: Gives::Argument(0), ..NOTHING }
        }
        "strncat" => Entry { writes: &[(0, Any)], gives: Gives::Argument(0), ..NOTHING },
        "memcpy" | "memmove" | "mempcpy" => Entry {
            writes: &[(0, Argument(2))],
            reads: &[(1, Argument(2))],
            gives: if name == "mempcpy" { Gives::Inside(0) } else { Gives::Argument(0) },
            ..NOTHING
        },
        "memset" => Entry { writes: &[(0, Argument(2))], gives: Gives::Argument(0), ..NOTHING },
        "bzero" => writes(&[(0, Argument(1))]),
        "strlen" => Entry { reads: &[(0, Text(0))], gives: Gives::Length(0), ..NOTHING },
        "strchr" | "strrchr" | "strstr" | "strpbrk" | "memchr" | "index" | "rindex" => {
            gives(Gives::Inside(0))
        }
        "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked" => gives(Gives::Input(-1, 255)),
        "creat" | "dup" | "fileno" | "fprintf" | "fputs" | "open" | "openat" | "printf" | "puts"
        | "socket" | "system" | "vfprintf" | "vprintf" => gives(Gives::Input(-1, i32::MAX as i64)),
        "ftell" | "ftello" | "lseek" => gives(Gives::Input(-1, i64::MAX)),
        "access" | "chdir" | "chmod" | "chown" | "close" | "fchdir" | "fchmod" | "fchown" | "fclose"
        | "fflush" | "fseek" | "fseeko" | "fsync" | "ftruncate" | "futimens" | "futimesat" | "kill"
        | "lchown" | "link" | "mkdir" | "pclose" | "raise" | "remove" | "rename" | "rmdir" | "setvbuf"
        | "symlink" | "unlink" | "usleep" | "utime" | "utimensat" => gives(Gives::Input(-1, 0)),
        "fputc" | "putc" | "putchar" => gives(Gives::Input(-1, 255)),
        "feof" | "ferror" => gives(Gives::Input(0, i32::MAX as i64)),
        "isatty" => gives(Gives::Input(0, 1)),
        "getpid" => gives(Gives::Input(1, i32::MAX as i64)),
        "getuid" | "geteuid" | "getgid" | "getegid" => gives(Gives::Input(0, i32::MAX as i64)),
        "write" => gives(Gives::Counted(-1, 2)),
        "fwrite" => gives(Gives::Counted(0, 2)),
        "getenv" => gives(Gives::Text),
        "readdir" => gives(Gives::Holding { bytes: 280, at: 19, most: 255 }),
        "opendir" => gives(Gives::Handle),
        "closedir" => gives(Gives::Input(-1, 0)),
        "__errno_location" => gives(Gives::Static(4)),
        "__ctype_b_loc" | "__ctype_toupper_loc" | "__ctype_tolower_loc" => gives(Gives::Static(8)),
        "fstat" => Entry { writes: &[(1, Exactly(144))], gives: Gives::Input(-1, 0), ..NOTHING },
        "fstatat" => Entry { writes: &[(2, Exactly(144))], gives: Gives::Input(-1, 0), ..NOTHING },
        "rand" | "random" => gives(Gives::Input(0, i32::MAX as i64)),
        "fgets" => Entry { writes: &[(0, Argument(1))], gives: Gives::Inside(0), ..NOTHING },
        "gets" => Entry { writes: &[(0, Any)], gives: Gives::Inside(0), ..NOTHING },
        "read" | "recv" => Entry { writes: &[(1, Argument(2))], gives: Gives::Counted(-1, 2), ..NOTHING },
        "fread" => Entry { writes: &[(0, Product(1, 2))], gives: Gives::Counted(0, 2), ..NOTHING },
        "getcwd" => Entry { writes: &[(0, AtMost(1))], gives: Gives::Any, ..NOTHING },
        "snprintf" | "vsnprintf" => writes(&[(0, AtMost(1))]),
        "sprintf" | "vsprintf" => writes(&[(0, Any)]),
        "stat" | "lstat" => Entry { writes: &[(1, Exactly(144))], gives: Gives::Input(-1, 0), ..NOTHING },
        "__xstat" => writes(&[(2, Exactly(144))]),
        "malloc" => gives(Gives::Fresh(Argument(0))),
        "alloca" => gives(Gives::Fresh(Argument(0))),
        "calloc" => gives(Gives::FreshZero(Product(0, 1))),
        "strdup" => Entry { reads: &[(0, Text(0))], gives: Gives::Fresh(Text(0)), ..NOTHING },
        "realloc" => Entry { gives: Gives::Fresh(Argument(1)), frees: true, ..NOTHING },
        "free" => Entry { frees: true, ..NOTHING },
        "exit" | "_exit" | "abort" | "__assert_fail" | "longjmp" | "siglongjmp" | "_Exit" | "__assert"
        | "quick_exit" | "err" | "errx" => Entry { ends: true, ..NOTHING },
        _ if WITHOUT_EFFECT.contains(&name) => NOTHING,
        _ => return None,
    })
}
