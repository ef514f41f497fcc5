const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Passwords that attackers try first, in lowercase. */
export const commonPasswords = words(`
  000000 00000000 0987654321 1111 11111 111111 1111111 11111111 112233 121212 123 123123 123123123 123321 1234 12345
  123456 1234567 12345678 123456789 1234567890 123abc 123qwe 131313 147258369 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qazxsw2 22222222 55555 555555 654321 666666 696969 777777 7777777 87654321 888888 88888888 987654321 99999999 aa123456
  aaaaaa abc abc123 abcd1234 abcdef access account admin admin123 administrator adobe123 alexander amanda andrew angel
  angela anthony asdf asdfasdf asdfgh asdfghjkl ashley asshole azerty babygirl bailey banana baseball basketball batman
  biteme buster butterfly changeit changeme charlie cheese chelsea chocolate computer cookie corvette daniel default
  diamond donald dragon eagle default1 eminem email family ferrari flower football forever freedom fuckyou gandalf george
  ginger golden google guest hannah harley hello hockey hottie hunter iloveyou internet iwantu jackson jasmine jennifer
  jessica jordan joshua justin killer kitten letmein liverpool login london loveme lovely maggie manager marina martin
  master matrix matthew maverick melissa mercedes merlin michael michelle mickey monkey monster mustang mynoob naruto
  nicole nothing oracle orange packers passme passw0rd passphrase password password1 password123 passwort patrick peanut
  pepper phoenix please pokemon princess private purple qazwsx qqww1122 qwer1234 qwert qwerty qwerty123 qwertyuiop
  qwertz qwertzuiop ranger robert rockyou root samantha samsung secret secure security service shadow silver slipknot
  snoopy soccer sophie spider starwars startup summer sunshine superman superuser support sysadmin system taylor temp
  temppass tennis test test123 tester testing thomas thunder thx1138 tigger tinkle toor trustno1 user username welcome
  welcome1 welcome123 whatever william winner winter wizard yankees yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm
`);

/** Everyday words that make a password easy to guess, in lowercase. */
export const dictionaryWords = words(`
  about above again animal answer apple april arrow august autumn banana basket battle beach beauty before better birthday
  black blood board bottle bread bridge bright bring broken brother brown budget build business butter button camera
  candle captain carbon castle center chance change chapter charge cheese cherry chicken child choice christmas church
  circle citizen class clean clear client clock close cloud coast coffee color company control copper corner country
  credit crystal culture dance danger daughter december delta desert design detail doctor dollar double dragon dream
  drive early earth easter easy eight energy engine england enter europe evening example family father february field
  finger fire first flower focus follow forest fortune france freedom fresh friday friend frozen future galaxy garden
  general germany giant glass global golden grand green group guard guitar hammer happy harbor health heart heaven hello
  history holiday home honey horse hotel house hundred hunter ice image india indigo island italy january journey july
  june jungle justice kitchen knight lady language laser laugh leader letter liberty light linux little lion london love
  lucky lunch machine magic march market master matter memory metal middle million mirror mobile moment monday money
  monkey month moon morning mother mountain movie music nature network never night nothing november number ocean october
  office orange order oxygen paper paradise party pencil people perfect phone picture pizza planet player please pocket
  police power present president prince princess private problem project purple python quality queen question quick
  radio rain rainbow random rapid ready record red remember report river robot rocket rose royal running sacred safety
  sailor salmon saturday saturn school science season second secret security september server seven shadow shield silver
  simple sister smile snow soccer social soldier something song south space special spider spirit spring square station
  steel stone storm story strange street strong student studio summer sunday sunset sunshine super surfer sweet sword
  system table target teacher temple tennis thunder thursday tiger time today tomorrow tower travel treasure tree
  tuesday turtle twelve umbrella uncle unicorn union universe user vacation valley victory village violet virgin vision
  volcano water weather website wednesday weekend welcome western whisky white window winter wisdom wizard woman wonder
  world yellow yesterday young zebra
`);
