package org.reweave.emulator.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.reweave.emulator.scenario.ScenarioException;

/**
 * The certificate that a process shows to the nodes of a cluster, and the authority of theirs: a folder with the three
 * files of a Kubernetes secret of type {@code tls}. {@code tls.crt} is the process's certificate, {@code tls.key} its
 * RSA key (PKCS #8, without a password), and {@code ca.crt} the certificate of the authority that has signed the
 * certificates of all nodes.
 */
public final class Credentials {
    static final String CERTIFICATE = "tls.crt";
    static final String KEY = "tls.key";
    static final String AUTHORITY = "ca.crt";

    /** Each side is done with its checks when the handshake is; with TLS 1.3 a client is done before the server is. */
    static final String PROTOCOL = "TLSv1.2";

    static final List<String> CIPHERS = List.of("TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");

    private static final int MOST_BYTES = 1 << 20;
    private static final char[] NO_PASSWORD = {};

    private final Path folder;
    private final X509Certificate certificate;
    private final PrivateKey key;
    private final X509Certificate authority;

    private Credentials(Path folder, X509Certificate certificate, PrivateKey key, X509Certificate authority) {
        this.folder = folder;
        this.certificate = certificate;
        this.key = key;
        this.authority = authority;
    }

    /** Name of the variable with the folder, for processes without a configuration of their own. */
    public static final String VARIABLE = "REWEAVE_NODE_TLS";

    /**
     * Reads those of a process without a configuration of its own.
     *
     * @throws ScenarioException as {@link #read(String, String)}
     */
    public static Optional<Credentials> of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> read(VARIABLE + ": ", folder));
    }

    /**
     * Reads those of a folder as the user has written it.
     *
     * @throws ScenarioException as {@link #read(String, Path)}, and when that is no path
     */
    static Credentials read(String place, String folder) {
        try {
            return read(place, Path.of(folder));
        } catch (InvalidPathException e) {
            throw wrong(place, "'" + folder + "' is no path: " + e.getReason());
        }
    }

    /**
     * Reads them.
     *
     * @param place put before what is wrong: where the folder is named
     * @throws ScenarioException when a file is missing or unreadable, or the three do not fit together
     */
    public static Credentials read(String place, Path folder) {
        X509Certificate certificate = certificate(place, folder.resolve(CERTIFICATE));
        X509Certificate authority = certificate(place, folder.resolve(AUTHORITY));
        Path keyFile = folder.resolve(KEY);
        PrivateKey key;
        try {
            key = key(text(place, keyFile));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw wrong(place, keyFile + " is no RSA key in PEM (PKCS #8, without a password)");
        }
        if (!((RSAPrivateKey) key).getModulus().equals(((RSAPublicKey) certificate.getPublicKey()).getModulus())) {
            throw wrong(place, keyFile + " is not the key of " + CERTIFICATE + " beside it");
        }
        if (!isSigned(certificate, authority)) {
            throw wrong(
                    place,
                    folder.resolve(CERTIFICATE) + " is not signed by the authority of " + AUTHORITY + " beside it");
        }
        return new Credentials(folder, certificate, key, authority);
    }

    private static boolean isSigned(X509Certificate certificate, X509Certificate authority) {
        try {
            certificate.verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            return false;
        }
        return certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
    }

    private static X509Certificate certificate(String place, Path file) {
        String text = text(place, file);
        try {
            Certificate read = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII)));
            if (read instanceof X509Certificate certificate && certificate.getPublicKey() instanceof RSAPublicKey) {
                certificate.checkValidity();
                return certificate;
            }
        } catch (CertificateExpiredException e) {
            throw wrong(place, file + " has expired; make a new one, as with 'reweave cluster certificates'");
        } catch (CertificateException e) {
            // said below
        }
        throw wrong(place, file + " is no certificate in PEM of an RSA key that is valid today");
    }

    private static String text(String place, Path file) {
        try {
            if (Files.size(file) <= MOST_BYTES) {
                return Files.readString(file, StandardCharsets.US_ASCII);
            }
        } catch (IOException e) {
            throw wrong(
                    place,
                    (Files.exists(file) ? file + " cannot be read" : file + ": no such file")
                            + "; a folder of credentials has " + CERTIFICATE + ", " + KEY + " and " + AUTHORITY);
        }
        throw wrong(place, file + " has more than " + MOST_BYTES + " bytes");
    }

    private static PrivateKey key(String text) throws GeneralSecurityException {
        String body = text.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "").replaceAll("\\s", "");
        return KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
    }

    private static ScenarioException wrong(String place, String what) {
        return new ScenarioException(List.of(place + what));
    }

    Path folder() {
        return folder;
    }

    /** A context for connections that show the certificate and accept those of the same authority only. */
    SSLContext context() throws GeneralSecurityException, IOException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry("own", key, NO_PASSWORD, new Certificate[] {certificate, authority});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, NO_PASSWORD);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance(PROTOCOL);
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
